import { asCode, objectCode } from '../refusal.ts'
import { type MatchPart, parseCookies } from '../request.ts'
import { isPlainObject } from '../type-guards.ts'
import { callOf, type Route, withPath, withSettings } from './correction.ts'
import { firstRight, mendPath } from './mend-path.ts'
import { METHODS, type Method } from './stub.ts'

/** What other libraries call the parts of a `match`. */
const PARTS: Readonly<Record<string, MatchPart>> = {
  ...{ json: 'body', data: 'body', payload: 'body', form: 'body', formData: 'body', requestBody: 'body', text: 'body' },
  ...{ searchParams: 'queries', search: 'queries', qs: 'queries', querystring: 'queries', queryParams: 'queries' },
  ...{ reqheaders: 'headers', requestHeaders: 'headers', cookie: 'cookies', pathParams: 'params' },
}

/** What other libraries call the settings. */
const SETTINGS: Readonly<Record<string, 'delay' | 'status' | 'times'>> = {
  ...{ wait: 'delay', timeout: 'delay', latency: 'delay', delayMs: 'delay', statusCode: 'status', code: 'status' },
  ...{ once: 'times', repeat: 'times', limit: 'times' },
}

/** Returns the part of a match that has another name elsewhere, with the value as it would be written here. */
export function foreignPart(key: string, value: unknown): { part: MatchPart; value: unknown } | undefined {
  const part = Object.hasOwn(PARTS, key) ? PARTS[key] : undefined
  if (part === undefined) return undefined
  return { part, value: part === 'cookies' && typeof value === 'string' ? { ...parseCookies(value) } : value }
}

/** Returns the setting that has another name elsewhere. */
export function foreignSetting(key: string): 'delay' | 'status' | 'times' | undefined {
  return Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined
}

/** Returns the call in which a key of settings, or of a match, is said by another part of the call. */
export function saidElsewhere(route: Route, key: string, value: unknown): string | undefined {
  switch (key) {
    case 'method': {
      const method = METHODS.find((one) => one === String(value).toUpperCase()) as Method | undefined
      return method && `${callOf({ ...route, method })}, …)`
    }
    case 'url':
    case 'path':
    case 'pathname':
      return typeof value === 'string' ? withPath(route, firstRight(value, mendPath(value))) : undefined
    case 'contentType':
    case 'type':
    case 'mimeType':
      return withSettings(route, objectCode('headers', objectCode('content-type', asCode(value))))
    case 'persist':
      return `${callOf(route)}, …)`
    case 'passthrough':
      return `${callOf(route)}, passthrough())`
    case 'networkError':
    case 'error':
      return `${callOf(route)}, networkError())`
    case 'response':
      return `${callOf(route)}, ${isPlainObject(value) || Array.isArray(value) ? asCode(value) : '…'})`
  }
  return undefined
}
