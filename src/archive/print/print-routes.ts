import { isMatcher } from '../../core/matcher.ts'
import { HIDDEN } from '../../core/show.ts'
import { escapeRegExp } from '../../core/type-guards.ts'
import { isBytes } from '../base64.ts'
import type { Exchange } from '../exchanges.ts'
import type { RecordedRequest } from '../read-entry.ts'
import { matchOf, type Route, routesOf } from '../to-stubs.ts'
import { type Code, call, codeOf, layOut, list, named, objectCode, onNextLine, stringCode } from './code.ts'
import type { FoundCollection } from './find-collections.ts'
import { type Entry, type PrintedAnswer, printAlone, printAnswer, rawCode } from './print-answer.ts'

/** Longer bodies that occur more than once get a name. */
const LONG = 60

/** TypeScript cannot infer params from a longer path. */
const LONGEST_PATH = 300

/** Prints exchanges, and collections, as a module that exports the same stubs, as a person would write them. */
export function printRoutes(exchanges: readonly Exchange[], collections: readonly FoundCollection[] = []): string {
  if (exchanges.length + collections.length === 0) return NOTHING
  const routes = routesOf(exchanges).map((route) => ({ ...route, ...printAnswers(route) }))
  const bases = basesOf(exchanges)
  const names = nameRepeated(routes.map(({ response }) => response))
  const stubs = routes.map((route) => {
    const base = bases.get(route.request.origin)
    const settings = [...route.settings, ...matchSettings(route.request, base)]
    const response = names.get(JSON.stringify(route.response)) ?? route.response
    const args = [pathCode(route, base), response, ...(settings.length === 0 ? [] : [objectCode(settings)])]
    return call(`${base?.name ?? 'rest'}.${route.method.toLowerCase()}`, args)
  })
  const constants = [
    ...[...bases.values()].map(({ name, code }) => named(`const ${name} =`, code)),
    ...[...names].map(([key, name]) => named(`const ${name} =`, JSON.parse(key) as Code)),
    ...collections.map(({ name, path, items }) =>
      named(`export const ${name} =`, call('collection', [stringCode(path), codeOf(items)])),
    ),
    named('export const routes =', list('[', [...collections.map(({ name }) => `...${name}`), ...stubs], ']', true)),
  ]
  const called = new Set(constants.flatMap(calledIn))
  const declared = Object.keys(OWN).filter((name) => called.has(name))
  const imported = IMPORTED.filter((name) => called.has(name.replace('type ResolverContext', 'only')))
  const imports = [
    ...(imported.length > 0 ? [`import { ${imported.join(', ')} } from 'mynah'`] : []),
    ...(collections.length > 0 ? ["import { collection } from 'mynah/collection'"] : []),
  ]
  const pieces = [imports.join('\n'), ...declared.map((name) => OWN[name]), ...constants.map((code) => layOut(code))]
  return `${pieces.join('\n\n')}\n`
}

/** Returns the names of the functions that a code calls: `rest` for `rest.get(…)`. */
function calledIn(code: Code): string[] {
  if (typeof code === 'string') return []
  const name = /(\w+)(?:\.\w+)?\($/.exec(code.open)?.[1]
  return [...(name ? [name] : []), ...code.items.flatMap(calledIn)]
}

/** An archive in which no request was answered. Without a type, the list would be `any[]`. */
const NOTHING = `import type { Stub } from 'mynah'

export const routes: Stub[] = []
`

/** The functions that printed routes bring along. */
const OWN: Readonly<Record<string, string>> = {
  bytes: 'const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))',
  only: `/** Answers one method, which \`rest\` does not have. */
const only = (method: string, reply: unknown) => {
  return ({ request, next }: ResolverContext) => (request.method === method ? reply : next())
}`,
}

const IMPORTED = [
  'equals',
  'exists',
  'networkError',
  'not',
  'type ResolverContext',
  'rest',
  'sequence',
  'status',
  'text',
]

/** What the routes of one origin share, if there are several. */
type Base = { readonly name: string; readonly hasQueries: boolean }

/** Some bases have the condition of a request without queries. */
function basesOf(exchanges: readonly Exchange[]) {
  const requests = exchanges.map(({ request }) => request)
  const bases = [...new Set(requests.map(({ origin }) => origin))].flatMap((origin) => {
    const toOrigin = requests.filter((request) => request.origin === origin)
    const hasQueries = toOrigin.filter(isWithoutQueries).length > 1
    return toOrigin.length > 1 && (origin !== '' || hasQueries) ? [{ origin, hasQueries }] : []
  })
  return new Map(
    bases.map(({ origin, hasQueries }, index) => {
      const settings = hasQueries ? [objectCode([['match', objectCode([['queries', call('equals', ['{}'])]])]])] : []
      const code = call('rest.at', [stringCode(origin || '/'), ...settings])
      return [origin, { name: bases.length === 1 ? 'api' : `api${index + 1}`, code, hasQueries }] as const
    }),
  )
}

function isWithoutQueries({ queries }: Pick<RecordedRequest, 'queries'>): boolean {
  return Object.keys(queries).length === 0
}

function pathCode({ path, request }: Route, base: Base | undefined): Code {
  if (typeof path !== 'string') return String(path)
  const code = stringCode(base ? path : request.origin + path)
  return code.length > LONGEST_PATH ? `${code} as string` : code
}

function printAnswers({ answers, only }: Route): PrintedAnswer {
  const printed = answers.map(printAnswer)
  const [first] = printed as [PrintedAnswer, ...PrintedAnswer[]]
  const isSame = printed.every(({ settings }) => JSON.stringify(settings) === JSON.stringify(first.settings))
  if (only === undefined && isSame) return { ...first, response: inSequence(printed.map(({ response }) => response)) }
  const alone = answers.map(printAlone)
  const replies = only === undefined ? alone : alone.map((code) => call('only', [stringCode(only), code]))
  return { response: inSequence(replies), settings: [] }
}

function inSequence(responses: readonly Code[]): Code {
  return responses.length === 1 ? (responses[0] as Code) : call('sequence', responses)
}

/** Returns names for the bodies that occur more than once. */
function nameRepeated(responses: readonly Code[]): Map<string, string> {
  const keys = responses.map((response) => JSON.stringify(response)).filter((key) => key.length > LONG)
  const seen = new Set<string>()
  const repeated = new Set(keys.filter((key) => seen.size === seen.add(key).size))
  return new Map([...repeated].map((key, index) => [key, `response${index + 1}`]))
}

/** Returns the settings of a stub with its conditions, except that of a request without queries if its base has it. */
function matchSettings(request: RecordedRequest, base: Base | undefined): Entry[] {
  const { queries, ...others } = matchOf(request)
  const conditions = base?.hasQueries && isWithoutQueries(request) ? others : { queries, ...others }
  return Object.keys(conditions).length === 0 ? [] : [['match', codeOf(conditions, conditionCode)]]
}

/** Returns the code of a condition that is not a plain value. */
function conditionCode(value: unknown): Code | undefined {
  if (typeof value === 'function') return ANYTHING
  if (!isMatcher(value)) return undefined
  const { name, args } = value
  const [expected, type] = args as readonly string[]
  if (name === 'file') {
    const isOfType = type ? ` && file.type === ${stringCode(type)}` : ''
    return onNextLine('(file: unknown) =>', `file instanceof File && file.name === ${codeOf(expected)}${isOfType}`)
  }
  if (typeof expected === 'string') return expected.includes(HIDDEN) ? hiddenCode(expected) : stringCode(expected)
  if (isBytes(expected)) return rawCode(expected)
  return call(name, args.length === 0 ? [''] : [codeOf(expected, conditionCode)])
}

const ANYTHING = '() => true'

/** Returns a RegExp that matches a text with any values in the places of the hidden ones. */
function hiddenCode(text: string): string {
  if (text === HIDDEN) return ANYTHING
  const parts = text.split(/("\(hidden\)"|\(hidden\))/)
  const source = parts.map((part) => {
    if (part === HIDDEN) return '[^"&\\n]*'
    return part === `"${HIDDEN}"` ? '(?:"(?:[^"\\\\]|\\\\.)*"|[\\d.eE+-]+)' : escapeRegExp(part)
  })
  return String(new RegExp(`^${source.join('')}$`))
}
