/** What came of the test in one library. */
export interface Outcome {
  readonly library: string
  readonly version: string
  readonly passes: boolean
  /** What Vitest printed of the test, with a sign and its title first. */
  readonly printed: string
}

/** Returns mynah's report on the miss. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const { printed = '' } = outcomes.find(({ library }) => library === 'mynah') ?? {}
  return /^(UnmatchedRequestError.*?)\n ❯/ms.exec(printed)?.[1] ?? ''
}

/** Returns the part of the home page with the application, the test, and a pane for each library. */
export function failuresPage(sources: readonly string[], outcomes: readonly Outcome[]): string {
  const code = sources.map((source) => `\`\`\`ts\n${source}\`\`\`\n`).join('\n')
  return `${grid([code])}\n${grid(outcomes.map(paneOf))}`
}

function paneOf({ library, version, passes, printed }: Outcome): string {
  const verdict = passes ? 'passes' : 'fails'
  return `<div class="failure ${verdict}">\n\n### ${library} ${version}: ${verdict}\n\n\`\`\`text${highlighted(printed)}\n${printed}\n\`\`\`\n\n</div>\n`
}

/** The lines of mynah's report, as the page highlights them: `{3-10}`. */
function highlighted(printed: string): string {
  const lines = printed.split('\n')
  const first = lines.findIndex((line) => line.startsWith('UnmatchedRequestError')) + 1
  return first === 0 ? '' : `{${first}-${lines.length}}`
}

function grid(panes: readonly string[]): string {
  return `<div class="failures">\n\n${panes.join('\n')}\n</div>\n`
}
