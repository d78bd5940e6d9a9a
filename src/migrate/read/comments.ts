import type ts from 'typescript'

type TypeScript = typeof ts

/** The comments inside of a node. */
export function commentsIn(typescript: TypeScript, file: ts.SourceFile, node: ts.Node): string[] {
  const found = new Map<number, string>()
  const [start, end] = [node.getStart(file), node.end]
  const add = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end: last } of ranges ?? []) {
      if (pos > start && last < end) found.set(pos, file.text.slice(pos, last))
    }
  }
  const visit = (one: ts.Node): void => {
    add(typescript.getLeadingCommentRanges(file.text, one.pos))
    add(typescript.getTrailingCommentRanges(file.text, one.end))
    typescript.forEachChild(one, visit)
  }
  visit(node)
  return [...found].sort(([a], [b]) => a - b).map(([, text]) => text)
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
