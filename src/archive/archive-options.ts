import { checkOptionNames, refuseCall } from '../core/refusal.ts'
import { show } from '../core/show.ts'
import { isPlainObject } from '../core/type-guards.ts'
import type { HarEntry } from './har-format.ts'

/** The parts of a request that are not compared when it is matched. Headers are never compared. */
export interface Ignore {
  /** Names of queries. */
  readonly queries?: readonly string[]
  /** Whether the body is not compared. */
  readonly body?: boolean
}

/** The options of `har`. */
export interface ArchiveOptions {
  readonly ignore?: Ignore
  /** The origin that answers in place of the recorded one, or `'any'`. */
  readonly origin?: string
  /** Leaves out each entry for which it returns `false`. */
  readonly filter?: (entry: HarEntry) => boolean
}

const EXAMPLES = {
  ignore: "{ ignore: { queries: ['t'] } }",
  origin: "{ origin: 'any' }",
  filter: "{ filter: ({ request }) => request.url.includes('/api/') }",
} as const

/** @throws {RouteDefinitionError} if an option is unknown or has a wrong value. */
export function checkArchiveOptions(options: ArchiveOptions): void {
  checkOptionNames('har', options, Object.keys(EXAMPLES), (key) => `archive, ${EXAMPLES[key as keyof ArchiveOptions]}`)
  const { ignore, origin, filter } = options
  checkIgnore('har', 'archive', ignore)
  if (origin !== undefined && origin !== 'any' && !isOrigin(origin)) {
    refuse(`origin is an origin, or 'any', not ${show(origin)}`, EXAMPLES.origin)
  }
  if (filter !== undefined && typeof filter !== 'function') {
    refuse(`filter is a function of the entry, not ${show(filter)}`, EXAMPLES.filter)
  }
}

/** @throws {RouteDefinitionError} if `ignore` has a wrong value. */
export function checkIgnore(name: string, first: string, ignore: unknown): void {
  if (ignore === undefined) return
  const isKnown = isPlainObject(ignore) && Object.keys(ignore).every((key) => key === 'queries' || key === 'body')
  const { queries = [], body = false } = isKnown ? ignore : {}
  const areNames = Array.isArray(queries) && queries.every((query) => typeof query === 'string')
  if (isKnown && areNames && typeof body === 'boolean') return
  const problem = `ignore is { queries: [names], body: true }, or one of them, not ${show(ignore)}`
  refuseCall(name, problem, `${name}(${first}, ${EXAMPLES.ignore})`)
}

export function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && /^https?:\/\/[^/?#@*]+\/?$/i.test(text) && URL.canParse(text)
}

function refuse(problem: string, options: string): never {
  return refuseCall('har', problem, `har(archive, ${options})`)
}
