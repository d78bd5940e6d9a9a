import type ts from 'typescript'
import type { TypeScript } from './model.ts'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export class Edits {
  readonly #source: string
  #edits: Edit[] = []

  constructor(source: string) {
    this.#source = source
  }

  /** Replaces a range. An edit inside of it is dropped: read it with `slice` before. One inside of a range that is replaced already is of no use. Two edits may not overlap otherwise. */
  replace(start: number, end: number, text: string): void {
    if (this.#edits.some((edit) => edit.start <= start && end <= edit.end && end - start < edit.end - edit.start))
      return
    // A comment inserted at the edge of a range stays.
    const isAtEdge = (edit: Edit) =>
      edit.start === edit.end && (edit.start === start || edit.end === end) && start !== end
    this.#edits = this.#edits.filter((edit) => edit.start < start || edit.end > end || isAtEdge(edit))
    this.#edits.push({ start, end, text })
  }

  /** Takes one of two blank lines that removals have brought together, and one before the end of a block. */
  closeGaps(): void {
    let [first, last] = [0, -1]
    for (const { start, end, text } of this.#sorted()) {
      if (text !== '' || start === end) continue
      first = last === start ? first : start
      last = end
      const isAtInsertion = this.#edits.some((one) => one.start === one.end && first <= one.start && one.start <= end)
      if (isAtInsertion || !this.slice(0, first).endsWith('\n\n')) continue
      if (this.#source[end] === '\n') this.replace(first, end + 1, '')
      else if (this.#source.slice(end).trimStart().startsWith('}')) this.replace(first - 1, end, '')
    }
  }

  insert(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text })
  }

  /** Inserts a text before what else is inserted at its place, also later. */
  insertFirst(at: number, text: string): void {
    this.#edits.unshift({ start: at, end: at, text })
  }

  slice(start: number, end: number): string {
    let at = start
    let text = ''
    for (const edit of this.#sorted()) {
      if (edit.start < start || edit.end > end) continue
      text += this.#source.slice(at, edit.start) + edit.text
      at = edit.end
    }
    return text + this.#source.slice(at, end)
  }

  around(start: number, end: number): Range {
    return this.#edits.find((edit) => edit.start <= start && edit.end >= end && edit.start < edit.end) ?? { start, end }
  }

  snapshot(): () => void {
    const before = [...this.#edits]
    return () => {
      this.#edits = before
    }
  }

  /** The place in the source of a place in the edited text; the start of an edit for what it has inserted. */
  sourceOf(position: number): number {
    let shift = 0
    for (const { start, end, text } of this.#sorted()) {
      if (position < start + shift) break
      if (position < start + shift + text.length) return start
      shift += text.length - (end - start)
    }
    return position - shift
  }

  toString(): string {
    return this.slice(0, this.#source.length)
  }

  #sorted(): Edit[] {
    return this.#edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  }
}

interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Returns the lines of a statement, with one of two blank lines around it, and with a blank line before the end of its block.
 * A statement that shares its lines with others is returned as it is.
 */
function linesOf(text: string, { start, end: last }: Range): Range {
  // In code without semicolons, one that stands before the next statement belongs to that one.
  const end = last - (/\n\s*;$/.exec(text.slice(start, last))?.[0].length ?? 0)
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end) + 1
  // A comment at the end of the line belongs to the statement.
  const isAlone = text.slice(lineStart, start).trim() === '' && /^\s*(?:\/\/.*)?\n?$/.test(text.slice(end, lineEnd))
  if (!isAlone) return { start, end }
  const before = text.slice(0, lineStart)
  const after = text.slice(lineEnd)
  const isAfterBlank = /(?:^|\n[ \t]*|\{[ \t]*)\n$/.test(before)
  const blankAfter = /^[ \t]*\n/.exec(after)?.[0].length ?? 0
  const isLastOfBlock = /^[ \t]*\}/.test(after) && /\n[ \t]*\n$/.test(before)
  return {
    start: isLastOfBlock ? before.trimEnd().length + 1 : lineStart,
    end: isAfterBlank ? lineEnd + blankAfter : lineEnd,
  }
}

/** What takes a list without brackets. */
const SETUP = /^setup(?:Server|Worker)$/

export function statementAround(ts: TypeScript, node: ts.Node): ts.Node {
  let current = node
  while (current.parent && !(ts.isStatement(current) && beginsLine(current))) current = current.parent
  return current
}

/** The nearest statement around a node that begins a line, or a call that does as an item of a list: other items may be a part of a reply, which is taken apart. */
export function itemAround(ts: TypeScript, node: ts.Node): ts.Node {
  const statement = statementAround(ts, node)
  for (let item = node; item !== statement; item = item.parent) {
    const { parent } = item
    const isSetup = ts.isCallExpression(parent) && SETUP.test(parent.expression.getText())
    const isListed = ts.isCallExpression(item) && ts.isArrayLiteralExpression(parent)
    if ((isSetup || isListed) && beginsLine(item)) return item
  }
  return statement
}

/** The lines that go with a statement. The `if` that it is the body of keeps an empty block. */
export function removalOf(ts: TypeScript, statement: ts.Node): { start: number; end: number; text: string } {
  const range = { start: statement.getStart(), end: statement.end }
  if (ts.isIfStatement(statement.parent)) return { ...range, text: '{}' }
  return { ...linesOf(statement.getSourceFile().text, range), text: '' }
}

export function lineBefore(node: ts.Node): string {
  const { text } = node.getSourceFile()
  const start = node.getStart()
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
}

function beginsLine(node: ts.Node): boolean {
  return lineBefore(node).trim() === ''
}
