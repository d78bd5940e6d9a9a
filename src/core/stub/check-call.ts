import { isStatus } from '../http-rules.ts'
import { asCode } from '../refusal.ts'
import { isPlainObject } from '../type-guards.ts'
import { checkSettings, SETTINGS } from './check-settings.ts'
import { asRightCode, callOf, type Route, refuse, withSettings } from './correction.ts'
import type { Settings } from './stub.ts'

/** Refuses a call of `rest` without a response, with a fourth argument, and with the status before the response. */
export function checkCall(route: Route, args: readonly unknown[]): void {
  const [, response, settings] = args
  if (args.length === 1) {
    refuse(route, 'the response is missing; `undefined` sends none', `${callOf(route)}, {})`)
  }
  if (args.length > 3) refuse(route, 'it takes a path, a response and settings', withAllSettings(route, args))
  if (isStatus(response) && isBody(settings)) {
    const corrected = `${callOf(route)}, ${asCode(settings)}, { status: ${response} })`
    refuse(route, 'the response comes before the settings, and the status is a setting', corrected)
  }
}

/** Whether settings were meant as a response: none of their names is a setting. */
function isBody(settings: unknown): boolean {
  if (!isPlainObject(settings)) return typeof settings === 'string' || Array.isArray(settings)
  const names = Object.keys(settings)
  return names.length > 0 && !names.some((name) => SETTINGS.includes(name as never))
}

/** The call with the settings of all arguments in one object. */
function withAllSettings(route: Route, [, , ...settings]: readonly unknown[]): string {
  const all: unknown = Object.assign({}, ...settings.filter(isPlainObject))
  const code = asRightCode(all, () => checkSettings(route, all as Settings))
  return code === '…' || code === '{}' ? `${callOf(route)}, …)` : withSettings(route, code)
}
