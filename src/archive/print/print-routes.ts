import { HIDDEN } from '../../core/show.ts'
import { METHODS } from '../../core/stub/stub.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import { type Exchange, isFile } from '../exchanges.ts'
import { type RecordedBody, RecordedFile, type RecordedRequest } from '../read-request.ts'
import { ambiguousPaths, isDoubled, pathOf, slashless } from '../to-stubs.ts'
import { type Code, call, codeOf, layOut, objectCode, stringCode, Written } from './code.ts'
import { type PrintedAnswer, printAnswer, printInSequence, rawCode } from './print-answer.ts'

/** Longer bodies that occur more than once get a name. */
const LONG = 60

/** TypeScript cannot infer params from a longer path. */
const LONGEST_PATH = 300

/** Prints exchanges as a module that exports the same stubs, as a person would write them. */
export function printRoutes(exchanges: readonly Exchange[]): string {
  if (exchanges.length === 0) return NOTHING
  const ambiguous = ambiguousPaths(exchanges)
  const routes = exchanges.map((exchange) => {
    const { request } = exchange
    const isPlain = isNamed(request.method) && !ambiguous.has(slashless(request)) && !isDoubled(request)
    return { request, match: isPlain ? partsMatch(request) : wholeMatch(request), ...printAnswers(exchange) }
  })
  const names = nameRepeated(routes.map(({ response }) => response))
  const stubs = routes.map(({ request, match, response, settings }) => {
    const name = isNamed(request.method) ? request.method.toLowerCase() : 'all'
    const path = isDoubled(request) ? '{/*path}' : pathOf(request)
    const written = path.length > LONGEST_PATH ? `${stringCode(path)} as string` : stringCode(path)
    const repeated = names.get(keyOf(response))
    return call(`rest.${name}`, [written, repeated ?? response, objectCode([...settings, ['match', match]])])
  })
  const constants = [...names].map(([key, name]) => layOut(JSON.parse(key) as Code, `const ${name} = `))
  const list: Code = { open: '[', items: stubs, close: ']', isBroken: stubs.length > 0 }
  const body = [...constants, layOut(list, 'export const routes = ')].join('\n\n')
  // A string may contain such a call: an import or a constant too many would be an error under strict settings.
  const code = body.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
  const used = Object.keys(OWN).filter((name) => new RegExp(`\\b${name}\\(`).test(code))
  return `${[importOf(code), ...used.map((name) => OWN[name]), body].join('\n\n')}\n`
}

/** An archive in which no request was answered. Without a type, the list would be `any[]`. */
const NOTHING = `import type { Stub } from 'mynah'

export const routes: Stub[] = []
`

/** The functions that printed routes bring along. */
const OWN: Readonly<Record<string, string>> = {
  bytes: 'const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))',
  sameBytes:
    'const sameBytes = (sent: Uint8Array) => (body: unknown) => ArrayBuffer.isView(body) && String(body) === String(sent)',
}

const FUNCTIONS = ['equals', 'exists', 'networkError', 'not', 'rest', 'sequence', 'text']

function importOf(code: string): string {
  const used = FUNCTIONS.filter((name) => new RegExp(`\\b${name}[.(]`).test(code.replace(/\.text\(/g, '')))
  return `import { ${used.join(', ')} } from 'mynah'`
}

function isNamed(method: string): boolean {
  return method !== 'ALL' && (METHODS as readonly string[]).includes(method)
}

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

function keyOf(response: Code): string {
  return JSON.stringify(response)
}

/** Returns names for the bodies that occur more than once. */
function nameRepeated(responses: readonly Code[]): Map<string, string> {
  const counts = new Map<string, number>()
  for (const response of responses) counts.set(keyOf(response), (counts.get(keyOf(response)) ?? 0) + 1)
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
function wholeMatch({ method, origin, pathname, queries }: RecordedRequest): Code {
  const search = new URLSearchParams(
    Object.entries(queries).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  )
  // A hidden query has any value.
  const isHidden = [...search.values()].some(hasHidden)
  const path = `${origin}${pathname}${search.size > 0 && !isHidden ? `?${search}` : ''}`
  const sent = isHidden ? "url.replace(/\\?.*/, '')" : 'url'
  const asked = origin === '' ? `${sent}.endsWith(${stringCode(path)})` : `${sent} === ${stringCode(path)}`
  return `({ method, url }) => method === ${stringCode(method)} && ${asked}`
}

function bodyMatch(body: RecordedBody): Code | undefined {
  switch (body.kind) {
    case 'none':
      return 'not(exists())'
    case 'unknown':
      return undefined
    case 'data':
      return call('equals', [codeOf(asWritten(body.data))])
    case 'text':
      if (hasHidden(body.text)) return undefined
      return stringCode(body.text)
    case 'bytes':
      return call('sameBytes', [rawCode(body.bytes)])
  }
}

/** Whether a recording has hidden a text, or a part of it. */
function hasHidden(value: unknown): boolean {
  return typeof value === 'string' && value.includes(HIDDEN)
}

/** Replaces a hidden value by code that matches anything, and a file by code that matches such a file. */
function asWritten(value: unknown): unknown {
  if (hasHidden(value)) return new Written('() => true')
  if (value instanceof RecordedFile || isFile(value)) {
    return new Written(`(file: unknown) => file instanceof File && file.name === ${stringCode(value.name)}`)
  }
  if (Array.isArray(value)) return value.map(asWritten)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asWritten(inner)]))
}
