import { nearestTo } from '../refusal.ts'
import { MATCH_PARTS } from '../request.ts'
import type { Meant } from './correction.ts'
import { METHODS } from './stub.ts'

/** The names of the settings. */
export const SETTINGS = ['match', 'status', 'statusText', 'headers', 'delay', 'times'] as const

/** What other libraries call the settings and the parts of a `match`, and the keys that lead to them here. */
const ELSEWHERE: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'match.body': ['json', 'data', 'payload', 'form', 'formData', 'requestBody', 'text'],
    'match.queries': ['searchParams', 'search', 'qs', 'querystring', 'queryParams'],
    'match.headers': ['reqheaders', 'requestHeaders'],
    'match.params': ['pathParams'],
    'headers.content-type': ['contentType', 'type', 'mimeType'],
    delay: ['wait', 'timeout', 'latency'],
    status: ['statusCode', 'code'],
    statusText: ['statusMessage', 'reasonPhrase'],
    times: ['once', 'repeat', 'limit'],
  }).flatMap(([place, names]) => names.map((name) => [name, place.split('.')] as const)),
)

/**
 * Returns what an unknown key of settings, or of a match, was meant as: a name in other libraries, a similar name, or a name
 * that stands at the other of the two places.
 */
export function meantSetting(
  within: 'settings' | 'match',
  key: string,
  value: unknown,
  parts: readonly string[] = MATCH_PARTS,
): Meant | undefined {
  if (key === 'method') {
    const method = METHODS.find((one) => typeof value === 'string' && one === value.toUpperCase())
    return method && { method }
  }
  if (key === 'once' && value === true) return { settings: [['times'], 1] }
  const elsewhere = ELSEWHERE.get(key)
  const keys = elsewhere?.[0] === 'match' && !parts.includes(elsewhere[1] as string) ? undefined : elsewhere
  const right = keys ?? similar(within, key, parts)
  return right && { settings: [right, value] }
}

function similar(within: 'settings' | 'match', key: string, parts: readonly string[]): readonly string[] | undefined {
  const setting = nearestTo(key, SETTINGS)
  const part = nearestTo(key, parts)
  if (part !== undefined && (within === 'match' || setting === undefined)) return ['match', part]
  return setting === undefined ? undefined : [setting]
}
