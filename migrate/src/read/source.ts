import type ts from 'typescript'
import { Edits, itemAround, lineBefore, removalOf, statementAround } from '../layout/edits.ts'
import { ByHand, type TypeScript } from '../layout/model.ts'
import { type Names, type Style, styleOf } from '../layout/print-stub.ts'
import { commentsIn, commentsOfRuns, isCommented } from './comments.ts'
import type { Declared } from './declared.ts'
import { namesDeclared, namesOfMynah } from './known-names.ts'
import { KEPT_TEST, type Kept, keeperAt, type Left, type LeftNode, type Note, Rulings, snapshot } from './rulings.ts'

export { leaveByHand } from '../layout/model.ts'
export type { TypeScript }

/** One file while it is rewritten: its tree, its types, its edits, and what became of each construct. */
export class Source implements Names {
  readonly ts: TypeScript
  readonly file: ts.SourceFile
  readonly checker: ts.TypeChecker
  readonly edits: Edits
  readonly style: Style
  readonly imported: Set<string> = new Set()
  readonly hooks: Set<string> = new Set()
  readonly left: LeftNode[] = []
  readonly notes: Note[] = []
  readonly removed: Set<ts.Node> = new Set()
  converted = 0
  construct: ts.Node
  readonly rulings: Rulings
  readonly declared: Declared[] = []
  readonly constructs: ts.Node[] = []
  /** The options, as code, that this file asks for of the mocks of other modules. */
  readonly policies: Map<string, string> = new Map()
  readonly servers: string[] = []
  readonly members: Map<string | undefined, readonly ts.Expression[]> = new Map()
  /** The lines that asked for the answers of all files, and ask for those of this one now. */
  readonly asking: number[] = []
  /** What asks for calls, what removes all overrides in a test, and the code that the file has behind its mocks. */
  readonly reads: number[] = []
  readonly resets: ts.Node[] = []
  readonly behind: Set<string> = new Set()
  /** What the old library would answer for each construct that declares answers. */
  readonly answers: Kept[] = []
  readonly kept: Kept[] = []
  /** The hosts of the stubs; nothing for one that is not known. */
  readonly hosts: Set<string | undefined> = new Set()
  readonly #declared: Set<string>
  readonly #known: ReadonlyMap<string, string>
  readonly #commented: Set<number> = new Set()
  readonly #noted = new Set<string>()

  constructor(ts: TypeScript, file: ts.SourceFile, checker: ts.TypeChecker, rulings = new Rulings()) {
    this.ts = ts
    this.file = file
    this.checker = checker
    this.edits = new Edits(file.text)
    this.style = styleOf(file.text)
    this.rulings = rulings
    this.construct = file
    this.#declared = new Set(namesDeclared(ts, file))
    this.#known = namesOfMynah(ts, file)
  }

  code(node: ts.Node): string {
    return this.edits.slice(node.getStart(this.file), node.end)
  }

  remove(statement: ts.Node): void {
    this.removed.add(statement)
    const { start, end, text } = removalOf(this.ts, statement)
    this.edits.replace(start, end, text)
  }

  replace(node: ts.Node, text: string): void {
    this.edits.replace(node.getStart(this.file), node.end, text)
  }

  /** Returns the name under which an export of mynah is imported. A name that the file declares itself is not taken. */
  name(exported: string): string {
    this.imported.add(exported)
    return this.localName(exported)
  }

  imports(name: string): boolean {
    return this.localName(name) === name && (this.imported.has(name) || this.#known.has(name))
  }

  /** Returns the code for a global: `globalThis.URL` in a file that has a name `URL` of its own. */
  global(name: string): string {
    return this.#declared.has(name) ? `globalThis.${name}` : name
  }

  release(name: string): void {
    this.#declared.delete(name)
  }

  localName(exported: string): string {
    const own = this.#declared.has(exported) ? `mynah${exported[0]?.toUpperCase()}${exported.slice(1)}` : exported
    return this.#known.get(exported) ?? own
  }

  quote(text: string): string {
    const { quote } = this.style
    const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\n', '\\n')
    return quote + escaped + quote
  }

  lineOf(node: ts.Node): number {
    return this.file.getLineAndCharacterOfPosition(node.getStart(this.file)).line + 1
  }

  indentOf(node: ts.Node): string {
    return /^[ \t]*/.exec(lineBefore(node))?.[0] ?? ''
  }

  attempt(node: ts.Node, convert: () => void, count = 1): boolean {
    this.construct = node
    const keeper = this.rulings.keeperOf(node)
    if (keeper === 'control') return true
    const staying = keeper ? KEPT_TEST : this.rulings.staying.get(node.getStart(this.file))?.reason
    const reason = staying ?? this.refusalOf(convert)
    if (reason !== undefined) {
      this.leave(node, reason, count, keeper && keeperAt(keeper))
      return false
    }
    this.keepComments(node)
    this.converted += count
    this.constructs.push(node)
    return true
  }

  /** Runs a conversion. If it leaves what it converts by hand, its edits are taken back, and the reason is returned. */
  refusalOf(convert: () => void): string | undefined {
    const sets = [this.imported, this.hooks, this.#noted, this.behind].map(snapshot)
    const before = [this.edits.snapshot(), snapshot(this.#commented), ...sets]
    const { length } = this.notes
    try {
      convert()
      return undefined
    } catch (error) {
      if (!(error instanceof ByHand)) throw error
      for (const restore of before) restore()
      this.notes.length = length
      return error.message
    }
  }

  /** A comment in what was rewritten stands before it, if it has lost its place. */
  keepComments(node: ts.Node): void {
    const statement = itemAround(this.ts, node)
    const { start, end } = this.edits.around(statement.getStart(this.file), statement.end)
    const kept = this.edits.slice(start, end)
    const gone = [...this.removed].flatMap(({ pos }) => this.ts.getLeadingCommentRanges(this.file.text, pos) ?? [])
    const dropped = gone.map((one) => this.file.text.slice(one.pos, one.end))
    const lost = commentsIn(this.ts, this.file, node).filter((one) => !kept.includes(one) && !dropped.includes(one))
    for (const comment of lost) this.edits.insert(start, `${comment}\n${this.indentOf(statement)}`)
  }

  /** Leaves a construct as it is, and says in a comment what to do. `by` is the construct because of which it stays. */
  leave(node: ts.Node, reason: string, count = 1, by?: Left['keeper']): void {
    const { keeper: keeping } = this.rulings.staying.get(node.getStart(this.file)) ?? {}
    const keeper = by ?? (keeping && keeperAt(keeping))
    for (let index = 0; index < count; index++) this.left.push({ line: this.lineOf(node), reason, node, keeper })
    if (reason !== KEPT_TEST) this.comment(node, reason)
  }

  /** Has a construct stay when the file is converted anew. */
  refuse(node: ts.Node, reason: string, keeper?: ts.Node): void {
    this.rulings.rule(node.getStart(this.file), { reason, keeper })
  }

  isLeft(construct: ts.Node): boolean {
    return this.left.some(({ node }) => node === construct)
  }

  /** Says that mynah is stricter here than the old library, once in the file, and of each place in the report. */
  note(node: ts.Node, reason: string): void {
    this.notes.push({ line: this.lineOf(node), reason })
    if (!this.#noted.has(reason) && this.comment(node, reason)) this.#noted.add(reason)
  }

  /** Says so of the first such place alone, in the report. */
  noteOnce(node: ts.Node, reason: string): void {
    if (!this.notes.some((one) => one.reason === reason)) this.notes.push({ line: this.lineOf(node), reason })
  }

  /** Writes a comment above the statement of a node. Returns `false` if that has another one. */
  comment(node: ts.Node, text: string): boolean {
    const statement = itemAround(this.ts, node)
    const start = statement.getStart(this.file)
    if (this.#commented.has(start)) return false
    this.#commented.add(start)
    if (!isCommented(this.file.text, start, text))
      this.edits.insert(start, `// mynah: ${text}\n${this.indentOf(statement)}`)
    return true
  }

  /** Drops what earlier runs have said of constructs that are converted now, and of imports that are not needed any more. */
  dropComments(imports: readonly ts.Node[]): void {
    const nodes = [...this.constructs.map((one) => itemAround(this.ts, one)), ...imports]
    const starts = new Set(nodes.map((one) => one.getStart(this.file)).filter((start) => !this.#commented.has(start)))
    for (const { start, end, before } of commentsOfRuns(this.file.text))
      if (starts.has(before)) this.edits.replace(start, end, '')
  }

  statementOf(node: ts.Node): ts.Node {
    return statementAround(this.ts, node)
  }
}
