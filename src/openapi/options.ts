import { isBaseUrl } from '../core/path/base.ts'
import { checkOptionNames, nearestTo, refuseCall } from '../core/refusal.ts'
import { quote, show } from '../core/show.ts'
import { isPlainObject } from '../core/type-guards.ts'
import { type ApiDocument, isData } from './document/document.ts'
import type { Operation } from './document/operation.ts'
import type { BasePath } from './document/template.ts'

/** The consequence of a violation: an error, a warning on the console, or nothing. */
export type CheckMode = 'error' | 'warn' | 'off'

/** The options of `openapi`. */
export interface OpenapiOptions {
  /** The checks to leave out, with reasons: `'GET /users 200'` (the status as in the document), `'POST /users request'`. */
  readonly ignore?: Readonly<Record<string, string>>
  /** The consequence of a request that breaks its contract; `'error'` by default. */
  readonly requests?: CheckMode
  /** The consequence of an answer that breaks its contract; `'error'` by default. */
  readonly responses?: CheckMode
  /** The base of the paths: an absolute URL, or a path at any origin. By default the path of the document's first server. */
  readonly baseUrl?: string
}

/** The options, checked and complete. */
export interface Settings extends BasePath {
  readonly requests: CheckMode
  readonly responses: CheckMode
  isIgnored(operation: Operation, key: string): boolean
}

const MODES = ['error', 'warn', 'off']
const EXAMPLES: Readonly<Record<string, string>> = {
  ignore: "{ ignore: { 'GET /users 200': 'the reason' } }",
  requests: "{ requests: 'warn' }",
  responses: "{ responses: 'warn' }",
  baseUrl: "{ baseUrl: 'https://api.test/v1' }",
}

/** @throws {RouteDefinitionError} for an option that is unknown, has a wrong value, or fits nothing. */
export function parseOptions(
  document: ApiDocument,
  options: OpenapiOptions,
  operations: readonly Operation[],
): Settings {
  checkOptionNames('openapi', options, Object.keys(EXAMPLES), (key) => `document, ${EXAMPLES[key]}`)
  const { ignore = {}, requests = 'error', responses = 'error', baseUrl } = options
  for (const [name, mode] of Object.entries({ requests, responses })) {
    if (!MODES.includes(mode)) refuse(`${name} is one of ${MODES.map(quote).join(', ')}, not ${show(mode)}`, name)
  }
  const keys = parseIgnore(ignore, operations)
  return {
    ...(baseUrl === undefined ? serverOf(document) : parseBasePath(baseUrl)),
    requests,
    responses,
    isIgnored: (operation, key) => keys.has(`${operation.name} ${key}`),
  }
}

function refuse(problem: string, option: string): never {
  return refuseCall('openapi', problem, `openapi(document, ${EXAMPLES[option]})`)
}

function parseIgnore(ignore: unknown, operations: readonly Operation[]): Set<string> {
  if (!isPlainObject(ignore)) return refuse(`ignore is an object of keys and reasons, not ${show(ignore)}`, 'ignore')
  const keys = new Set(Object.keys(ignore))
  const fitting = new Set(
    operations.flatMap(({ name, statuses }) => [...statuses, 'request'].map((key) => `${name} ${key}`)),
  )
  for (const key of keys) {
    const reason = ignore[key]
    if (typeof reason !== 'string' || reason.trim() === '') {
      refuse(`the entry ${quote(key)} of ignore has the reason as its value, not ${show(reason)}`, 'ignore')
    }
    if (fitting.has(key)) continue
    const nearest = nearestTo(key, [...fitting])
    refuseCall(
      'openapi',
      `${quote(key)} in ignore fits no operation and status of the document`,
      nearest
        ? `openapi(document, { ignore: { ${quote(nearest)}: ${quote(reason)} } })`
        : `openapi(document, ${EXAMPLES.ignore})`,
    )
  }
  return keys
}

function parseBasePath(baseUrl: unknown): BasePath {
  if (typeof baseUrl === 'string' && /^\/[^?#]*$/.test(baseUrl)) return { origin: '', prefix: trimmed(baseUrl) }
  if (!isBaseUrl(baseUrl)) {
    return refuse(`baseUrl is an absolute URL, or a path, without a query or a hash, not ${show(baseUrl)}`, 'baseUrl')
  }
  const { origin, pathname } = new URL(baseUrl)
  return { origin, prefix: trimmed(pathname) }
}

/** Returns the path of the first server, with the defaults of its variables. */
function serverOf(document: ApiDocument): BasePath {
  const { servers } = document.root
  const server: unknown = Array.isArray(servers) ? servers[0] : undefined
  if (!isData(server) || typeof server.url !== 'string') return { origin: '', prefix: '' }
  const variables = isData(server.variables) ? server.variables : {}
  const url = server.url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = variables[name]
    return isData(variable) ? String(variable.default) : 'x'
  })
  return { origin: '', prefix: URL.canParse(url, 'http://x') ? trimmed(new URL(url, 'http://x').pathname) : '' }
}

function trimmed(pathname: string): string {
  return pathname.replace(/\/+$/, '')
}
