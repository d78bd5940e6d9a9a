import type ts from 'typescript'
import type { TypeScript } from '../layout/model.ts'

/** The comments inside of a node, and of the calls that begin with it. */
export function commentsIn(ts: TypeScript, file: ts.SourceFile, node: ts.Node): string[] {
  const found = new Map<number, string>()
  const whole = callsFrom(ts, node)
  const [start, end] = [whole.getStart(file), whole.end]
  const add = (at: number): void => {
    const ranges = [ts.getLeadingCommentRanges, ts.getTrailingCommentRanges]
    for (const { pos, end: last } of ranges.flatMap((read) => read(file.text, at) ?? [])) {
      if (pos > start && last < end) found.set(pos, file.text.slice(pos, last))
    }
  }
  const visit = (one: ts.Node): void => {
    for (const at of [one.pos, one.end]) add(at)
    ts.forEachChild(one, visit, (list) => {
      add(list.end)
      list.forEach(visit)
    })
  }
  visit(whole)
  return [...found].sort(([a], [b]) => a - b).map(([, text]) => text)
}

function callsFrom(ts: TypeScript, node: ts.Node): ts.Node {
  const { parent } = node
  const isCalled = parent && (ts.isCallExpression(parent) || ts.isPropertyAccessExpression(parent))
  return isCalled && parent.expression === node ? callsFrom(ts, parent) : node
}

/** Whether an earlier run of the command has left the same comment before a place of a text. */
export function isCommented(text: string, start: number, comment: string): boolean {
  const lines = text.slice(0, start).trimEnd().split('\n').reverse()
  const end = lines.findIndex((line) => !line.trimStart().startsWith('//'))
  return lines.slice(0, end < 0 ? undefined : end).some((line) => line.trim() === `// mynah: ${comment}`)
}

/** The lines that earlier runs of the command have written, and where what they stand before begins. */
export function commentsOfRuns(text: string): { start: number; end: number; before: number }[] {
  return [...text.matchAll(/^[ \t]*\/\/ mynah: .*\n/gm)].map((match) => {
    const end = match.index + match[0].length
    const skipped = /^(?:[ \t]*\/\/.*\n)*[ \t]*/.exec(text.slice(end))?.[0] as string
    return { start: match.index, end, before: end + skipped.length }
  })
}
