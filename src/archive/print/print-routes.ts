import { escapeRegExp } from '../../core/regexp.ts'
import { HIDDEN } from '../../core/show.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import { type Exchange, isFile } from '../exchanges.ts'
import { type RecordedBody, RecordedFile, type RecordedRequest } from '../read-request.ts'
import { routesOf } from '../to-stubs.ts'
import { type Code, call, codeOf, layOut, objectCode, stringCode, Written } from './code.ts'
import { type PrintedAnswer, printAnswer, printInSequence, rawCode } from './print-answer.ts'

/** Longer bodies that occur more than once get a name. */
const LONG = 60

/** TypeScript cannot infer params from a longer path. */
const LONGEST_PATH = 300

/** Prints exchanges as a module that exports the same stubs, as a person would write them. */
export function printRoutes(exchanges: readonly Exchange[]): string {
  if (exchanges.length === 0) return NOTHING
  const routes = routesOf(exchanges).map((route) => ({ ...route, ...printAnswers(route) }))
  const names = nameRepeated(routes.map(({ response }) => response))
  const stubs = routes.map(({ request, method, path, isExact, response, settings }) => {
    const match = isExact ? exactMatch(request) : partsMatch(request)
    const written = path.length > LONGEST_PATH ? `${stringCode(path)} as string` : stringCode(path)
    const repeated = names.get(textOfCode(response))
    const args = [written, repeated ?? response, objectCode([...settings, ['match', match]])]
    return call(`rest.${method.toLowerCase()}`, args)
  })
  const constants = [...names].map(([key, name]) => ({ code: JSON.parse(key) as Code, before: `const ${name} = ` }))
  const list: Code = { open: '[', items: stubs, close: ']', isBroken: true }
  const parts = [...constants, { code: list, before: 'export const routes = ' }]
  const called = new Set(parts.flatMap(({ code }) => calledIn(code)))
  const own = Object.keys(OWN).filter((name) => called.has(name))
  const imported = FUNCTIONS.filter((name) => called.has(name.replace('type RequestSnapshot', 'exactly')))
  const pieces = [
    `import { ${imported.join(', ')} } from 'mynah'`,
    ...own.map((name) => OWN[name]),
    ...parts.map(({ code, before }) => layOut(code, before)),
  ]
  return `${pieces.join('\n\n')}\n`
}

/** Returns the names of the functions that a code calls: `rest` for `rest.get(…)`. */
function calledIn(code: Code): string[] {
  if (typeof code === 'string' || !('items' in code)) return []
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
  exactly: `/** Matches a request by its pathname, a slash at its end included, and by its parts. */
function exactly(pathname: string, parts: Record<string, unknown>) {
  return (request: RequestSnapshot) =>
    new URL(request.url).pathname === pathname &&
    Object.entries(parts).every(([part, expected]) => same(expected, request[part as keyof RequestSnapshot]))
}

/** A function or a RegExp stands for a value that it matches. */
function same(expected: unknown, received: unknown): boolean {
  if (typeof expected === 'function') return expected(received)
  if (expected instanceof RegExp) return expected.test(String(received))
  if (Object(expected) !== expected || Object(received) !== received) return expected === received
  const [left, right] = [expected, received] as [Record<string, unknown>, Record<string, unknown>]
  const keys = Object.keys({ ...left, ...right })
  return Array.isArray(left) === Array.isArray(right) && keys.every((key) => same(left[key], right[key]))
}`,
}

const FUNCTIONS = ['equals', 'exists', 'networkError', 'not', 'type RequestSnapshot', 'rest', 'sequence', 'text']

function printAnswers({ answers }: Exchange): PrintedAnswer {
  const printed = answers.map(printAnswer)
  const [first] = printed as [PrintedAnswer, ...PrintedAnswer[]]
  if (printed.length === 1) return first
  const isSame = printed.every(({ settings }) => JSON.stringify(settings) === JSON.stringify(first.settings))
  if (isSame)
    return {
      response: call(
        'sequence',
        printed.map(({ response }) => response),
      ),
      settings: first.settings,
    }
  return { response: call('sequence', answers.map(printInSequence)), settings: [] }
}

function textOfCode(response: Code): string {
  return JSON.stringify(response)
}

/** Returns names for the bodies that occur more than once. */
function nameRepeated(responses: readonly Code[]): Map<string, string> {
  const counts = new Map<string, number>()
  for (const response of responses) counts.set(textOfCode(response), (counts.get(textOfCode(response)) ?? 0) + 1)
  const repeated = [...counts].filter(([key, count]) => count > 1 && key.length > LONG).map(([key]) => key)
  return new Map(repeated.map((key, index) => [key, `response${index + 1}`]))
}

function partsMatch({ queries, body }: RecordedRequest): Code {
  const asked = bodyMatch(body)
  return objectCode([
    ['queries', call('equals', [codeOf(asWritten(queries))])],
    ...(asked ? [['body', asked] as const] : []),
  ])
}

/** Returns the condition that a path and parts cannot express: a slash at the end, or a method that `rest` does not have. */
function exactMatch({ method, pathname, queries, body }: RecordedRequest): Code {
  const parts = [['method', stringCode(method)], ['queries', codeOf(asWritten(queries))], ...exactBody(body)] as const
  return call('exactly', [stringCode(pathname), objectCode(parts)])
}

function exactBody(body: RecordedBody): (readonly [name: string, code: Code])[] {
  switch (body.kind) {
    case 'none':
      return [['body', 'undefined']]
    case 'unknown':
      return []
    case 'data':
      return [['body', codeOf(asWritten(body.data))]]
    case 'text':
      return [['text', codeOf(asWritten(body.text))]]
    case 'bytes':
      return [['body', rawCode(body.bytes)]]
  }
}

function bodyMatch(body: RecordedBody): Code | undefined {
  if (body.kind === 'none') return call('not', [call('exists', [''])])
  const [part] = exactBody(body)
  return body.kind === 'data' && part ? call('equals', [part[1]]) : part?.[1]
}

/** Replaces a hidden value by code that matches anything, and a file by code that matches such a file. */
function asWritten(value: unknown): unknown {
  if (value === HIDDEN) return new Written('() => true')
  if (typeof value === 'string') return value.includes(HIDDEN) ? new Written(hiddenCode(value)) : value
  if (value instanceof RecordedFile || isFile(value)) {
    const type = value.type ? ` && file.type === ${stringCode(value.type)}` : ''
    return new Written(`(file: unknown) => file instanceof File && file.name === ${stringCode(value.name)}${type}`)
  }
  if (Array.isArray(value)) return value.map(asWritten)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asWritten(inner)]))
}

/** Returns a RegExp that matches a text with any values in the places of the hidden ones. */
function hiddenCode(text: string): string {
  const parts = text.split(/("\(hidden\)"|\(hidden\))/)
  const source = parts.map((part) => {
    if (part === HIDDEN) return '[^"&\\n]*'
    return part === `"${HIDDEN}"` ? '(?:"(?:[^"\\\\]|\\\\.)*"|[\\d.eE+-]+)' : escapeRegExp(part)
  })
  return String(new RegExp(`^${source.join('')}$`))
}
