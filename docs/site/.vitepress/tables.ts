/** A token of markdown-it, as far as it is read here. */
interface Token {
  readonly type: string
  readonly content: string
  attrSet(name: string, value: string): void
}

/** Writes the heading of its column to each cell: on a narrow screen a row is a list, and its headings are out of sight. */
export function labelCells(tokens: readonly Token[]): void {
  let heads: string[] = []
  let column = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') heads = []
    if (token.type === 'tr_open') column = 0
    if (token.type === 'th_open') heads.push((tokens[index + 1]?.content ?? '').replaceAll('`', ''))
    if (token.type === 'td_open') token.attrSet('data-label', heads[column++] ?? '')
  }
}
