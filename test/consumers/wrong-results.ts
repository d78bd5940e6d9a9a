/** What Jest's `--json`, and Vitest's reporter of that name, print. */
interface Report {
  readonly testResults: readonly { readonly message: string; readonly assertionResults: readonly Ended[] }[]
}

/** What Mocha's reporter `json` prints. */
interface MochaReport {
  readonly passes: readonly { readonly title: string }[]
  readonly failures: readonly { readonly title: string; readonly err: { readonly message: string } }[]
}

/** A test, as a runner saw it end. */
interface Ended {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

/** Tells which tests of a report did not end as their title says: `fails: …` with that message, all others well. */
export function wrongResults(report: Report | MochaReport): string {
  const results = endedTests(report)
  if (!results.some(({ title }) => title.startsWith('fails: '))) return 'No test ran that is to fail'
  return results
    .filter(({ title, status, failureMessages }) => {
      const expected = title.startsWith('fails: ') ? title.slice('fails: '.length) : undefined
      if (expected === undefined) return status !== 'passed'
      return status !== 'failed' || !failureMessages.some((message) => message.includes(expected))
    })
    .map(({ title, status, failureMessages }) => `${status}: ${title}\n${failureMessages.join('\n')}`)
    .join('\n')
}

function endedTests(report: Report | MochaReport): Ended[] {
  if ('testResults' in report) {
    return report.testResults.flatMap(({ message, assertionResults }): readonly Ended[] =>
      assertionResults.length > 0
        ? assertionResults
        : [{ title: 'a file', status: 'empty', failureMessages: [message] }],
    )
  }
  const failures = report.failures.map(({ title, err }) => ({
    title,
    status: 'failed',
    failureMessages: [err.message],
  }))
  const passes = report.passes.map(({ title }) => ({ title, status: 'passed', failureMessages: [] }))
  return [...failures, ...passes]
}
