import { isStatus } from '../http-rules.ts'
import { asCode } from '../refusal.ts'
import { isPlainObject } from '../type-guards.ts'
import type { Mistake } from './correction.ts'
import { SETTINGS } from './meant-setting.ts'

/** Returns the mistake in a call of `rest` without a response, with a fourth argument, or with the status before the response. */
export function checkCall(args: readonly unknown[]): Mistake | undefined {
  const [, response, settings] = args
  if (args.length === 1) return { problem: 'the response is missing; `undefined` sends none' }
  if (args.length > 3) return { problem: 'it takes a path, a response and settings: three arguments at most' }
  if (!isStatus(response) || !isBody(settings)) return undefined
  return {
    problem: 'the response comes before the settings, and the status is a setting',
    meant: { response: asCode(settings), settings: [['status'], response] },
  }
}

/** Whether settings were meant as a response: none of their names is a setting. */
function isBody(settings: unknown): boolean {
  if (!isPlainObject(settings)) return typeof settings === 'string' || Array.isArray(settings)
  const names = Object.keys(settings)
  return names.length > 0 && !names.some((name) => SETTINGS.includes(name as never))
}
