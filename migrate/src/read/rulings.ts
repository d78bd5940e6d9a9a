import type ts from 'typescript'
import type { DeclaredStub } from '../layout/model.ts'

/** What a construct has to become: `exact`, `expected`, or left for a reason, perhaps because of another construct. */
export type Ruling = 'exact' | 'expected' | Refusal
type Refusal = { readonly reason: string; readonly keeper?: ts.Node | undefined }

/** A construct that stays with its old library, and the requests that this may still answer for it. */
export interface Kept {
  readonly node: ts.Node
  /** The origin; nothing if it may be any. */
  readonly host: string | undefined
  /** The methods and URLs; nothing if it may be any of its host. */
  readonly routes: readonly { readonly stub: DeclaredStub; readonly chain: ts.Node }[] | undefined
  /** The tests in which alone it answers, or that it does so in those of files that call its functions; nothing if it may in any. */
  readonly tests?: readonly ts.Node[] | 'of callers' | undefined
  /** The place and the text of the edit that has it let pass what it has no answer for. */
  readonly opening?: readonly [at: number, text: string] | undefined
  /** The base that a function has made for it, and that which it makes for others. */
  readonly made?: MadeBase | undefined
  readonly makes?: MadeBase
  readonly place?: string
  /** Whether no test has both this and the file that gets to know of it. */
  readonly isFar?: boolean
}

export const KEPT_TEST = 'the old library answers in place of the client, so that a test stays with it as a whole'

/** What a function returns that makes a scope without an interceptor, to which its callers add theirs. */
export interface MadeBase {
  readonly root: ts.CallExpression
  /** What is known of it once it is converted, and whether it asks for more than a URL. */
  scope?: { base: ts.Expression; isPersisted: boolean; isEncoded: boolean; isAsking: boolean }
  /** Why it stays, with all that its callers add. */
  refused?: string
}

/** What the constructs of a file show only together. Each is named by its start, and holds when the file is converted anew. */
export class Rulings {
  whole: string | undefined
  keeper: Left['keeper']
  readonly staying: Map<number, Refusal> = new Map()
  /** The stubs that take requests without a query alone. */
  readonly exact: Set<number> = new Set()
  /** The stubs that are expected, so that they answer in the order of their declaration. */
  readonly expected: Set<number> = new Set()
  /** Whether a setup file removes answers between two tests, and whether a file has newer routes of fetch-mock replace older ones. */
  isReset = false
  isOverwriting = false
  /** Whether this file fails a test without all requests that nock has answers for, and whether a setup file does. */
  isDemanding = false
  isDemanded = false
  /** The functions of the tests, if some of them stay with the library: those with the construct because of which they do. */
  readonly tests: Map<ts.Node, ts.Node | undefined> = new Map()
  beneath: readonly Kept[] = []
  /** The hosts for which other files of the same process have stubs; nothing for one that is not known. */
  beside: readonly (string | undefined)[] = []
  /** The options, as code, that another file asks for of the mocks of this one. */
  policy: string | undefined
  /** The modules whose handlers stay with msw, so that mynah asks them for an answer, and those that hand on such beside others. */
  asked: ReadonlyMap<string, 'whole' | 'in part'> = new Map()
  /** Whether undici's agent stays for some of its interceptors, beneath the stubs of the others. */
  isAgentKept = false
  /** Whether another file asks fetch-mock for the calls of this one's routes. */
  isAsked = false
  isPolicyTold = false
  /** Whether another file of the process is converted, so that what stays here has to let pass what mynah answers. */
  isJoined = false
  /** The functions of all files that make a scope for their callers. */
  bases: Map<ts.Node, MadeBase> = new Map()
  /** The module from which the tests that import this file have their hooks. */
  runner: () => string | undefined = () => undefined
  placeOf: (node: ts.Node) => string = (node) => node.getText()
  files: () => readonly ts.SourceFile[] = () => []
  /** Those that this one imports, also by others. */
  imports: () => readonly ts.SourceFile[] = () => []
  /** Those that import this one, also by others. */
  importers: () => readonly ts.SourceFile[] = () => []

  /** Rules on the construct that begins at a place. The first reason to leave it counts. */
  rule(start: number, ruling: Ruling): void {
    if (typeof ruling === 'string') this[ruling].add(start)
    else if (!this.staying.has(start)) this.staying.set(start, ruling)
  }

  get keptTests(): ts.Node[] {
    return [...this.tests].flatMap(([test, keeper]) => (keeper ? test : []))
  }

  /** The other construct because of which one stays with its test. What is outside of all tests controls the library, if some stay. */
  keeperOf(node: ts.Node): ts.Node | 'control' | undefined {
    if (this.tests.size === 0) return undefined
    let test: ts.Node | undefined = node
    while (test && !this.tests.has(test)) test = test.parent
    const keeper = test ? this.tests.get(test) : 'control'
    return keeper === node ? undefined : keeper
  }

  /** It grows with each ruling. */
  get size(): number {
    const sets = this.staying.size + this.exact.size + this.expected.size + this.keptTests.length
    return sets + Number(this.isAgentKept) + this.sizeOfBases
  }

  get sizeOfBases(): number {
    return [...this.bases.values()].reduce((sum, { refused }) => sum + (refused ? 2 : 1), 0)
  }
}

export function snapshot<Item>(set: Set<Item>): () => void {
  const before = [...set]
  return () => {
    set.clear()
    for (const one of before) set.add(one)
  }
}

export interface Left {
  readonly line: number
  readonly reason: string
  /** The construct because of which it has to stay, perhaps in another file. */
  readonly keeper?: { readonly path: string; readonly line: number } | undefined
}

export interface LeftNode extends Left {
  readonly node: ts.Node
}

/** A place at which the old library lets a test pass that mynah fails. */
export type Note = Left

export function keeperAt(node: ts.Node): Left['keeper'] {
  const file = node.getSourceFile()
  return { path: file.fileName, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 }
}
