import { isPlainObject } from './kinds.ts'
import { asCode, type Route, refuse, refuseKey, withSettings } from './refuse.ts'
import { propertyName, quote, show } from './show.ts'
import type { Settings } from './stub.ts'

const SETTINGS = ['match', 'status', 'headers', 'delay', 'times'] as const
const HEADER_NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/

/** Refuses unknown settings and values out of range. */
export function refuseSettings(route: Route, settings: Settings | undefined): void {
  if (settings === undefined) return
  if (!isPlainObject(settings))
    refuse(route, `the settings are an object, not ${show(settings)}`, withSettings(route, '{ status: 404 }'))
  const { status, headers, delay, times } = settings as Settings
  for (const key of Object.keys(settings)) {
    if (!SETTINGS.includes(key as never))
      refuseKey(route, key, 'setting', SETTINGS, (right) =>
        withSettings(route, `{ ${right}: ${asCode(settings[key])} }`),
      )
  }
  if (status !== undefined && !isStatus(status)) {
    const right = isStatus(Number(status)) ? Number(status) : 200
    refuse(
      route,
      `a status is an integer from 200 to 599, not ${show(status)}`,
      withSettings(route, `{ status: ${right} }`),
    )
  }
  if (delay !== undefined && !(typeof delay === 'number' && delay >= 0)) {
    refuse(
      route,
      `a delay is a number of milliseconds, 0 or more, not ${show(delay)}`,
      withSettings(route, '{ delay: 100 }'),
    )
  }
  if (times !== undefined && !(Number.isInteger(times) && times >= 1)) {
    refuse(route, `times is an integer, 1 or more, not ${show(times)}`, withSettings(route, '{ times: 1 }'))
  }
  if (headers !== undefined) refuseHeaders(route, headers)
}

function refuseHeaders(route: Route, headers: unknown): void {
  if (!isPlainObject(headers)) {
    refuse(
      route,
      `headers are an object of names and values, not ${show(headers)}`,
      withSettings(route, "{ headers: { 'x-total': '3' } }"),
    )
  }
  for (const [name, value] of Object.entries(headers)) {
    const right = HEADER_NAME.test(name) ? name : name.replace(/[^!#$%&'*+.^_`|~\dA-Za-z-]+/g, '-') || 'x-total'
    if (right !== name)
      refuse(
        route,
        `${quote(name)} is no header name`,
        withSettings(route, `{ headers: { ${propertyName(right)}: ${show(value)} } }`),
      )
    const values: unknown[] = Array.isArray(value) ? value : [value]
    if (!values.every((one) => ['string', 'number', 'boolean'].includes(typeof one) && !/[\r\n\0]/.test(String(one)))) {
      refuse(
        route,
        `the header ${quote(name)} has a value that cannot be sent: ${show(value)}`,
        withSettings(route, `{ headers: { ${propertyName(name)}: 'a text' } }`),
      )
    }
  }
}

/** Whether a value is a status that can be answered with. */
export function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599
}
