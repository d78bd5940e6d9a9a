import type { Name, Row } from '../row.ts'

/**
 * A row of a table of migrating.md: its two cells, and the form that shows that the first becomes the second. The code that a cell
 * opens with is a part of the form, and of what it becomes. A row of words has no form.
 */
export type Shown = readonly [
  there: string,
  here: string,
  form?: string,
  more?: Pick<Row, 'becomes' | 'head' | 'major' | 'sends' | 'differs'>,
]

/** The forms of a table, as rows of the surface. */
export const shownRows = (library: Name, table: readonly Shown[]): Row[] =>
  table.flatMap(([there, here, form, more]) => {
    if (form === undefined) return []
    return [{ library, form, becomes: '', ...more, shown: { there: codesOf(there), here: codesOf(here) } }]
  })

/** The code that a cell opens with. What follows is an explanation. */
function codesOf(cell: string): string[] {
  const [opening] = /^(?:`[^`]+`(?:, )?)*/.exec(cell) ?? ['']
  return [...opening.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}

/** Whether a text has a piece of code, in whatever lines; `…` stands for any code. */
export function hasCode(text: string, code: string): boolean {
  const squeezed = squeeze(text)
  let at = 0
  return code.split('…').every((part) => {
    const found = squeezed.indexOf(squeeze(part).trim(), at)
    at = found + 1
    return found >= 0
  })
}

const squeeze = (text: string) => text.replace(/,\n\s*(?=\})/g, ' ').replace(/\s+/g, ' ')
