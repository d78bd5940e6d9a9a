import { show } from '../core/show.ts'
import type { Inspection } from '../mocks/inspect-calls.ts'
import type { Call } from '../mocks/session/journal.ts'
import type { SentMessage } from '../response/sent-message.ts'

/** How many requests are named; further ones are counted. */
const MOST_REQUESTS = 2

/** The requests for one filter of an ordered list. */
export interface OrderedInspection {
  readonly inspection: Inspection
  /** The index in `arrived` of the first call that counts. */
  readonly from: number
  readonly isMissing: boolean
}

/** Words a failure of `toHaveRequested`, or of `toHaveRequestedTimes` with `times`; if it passes, a failure of its `not`. */
export function wordRequested(inspection: Inspection, pass: boolean, times?: number): string {
  const matcher = times === undefined ? 'toHaveRequested' : 'toHaveRequestedTimes'
  if (pass) return lines(callOf(`not.${matcher}`, inspection, times), wordSelected(inspection))
  const { selected, nearest } = inspection
  const expected = times === 1 ? '1 request' : `${times} requests`
  return lines(
    callOf(matcher, inspection, times),
    times === undefined ? undefined : `Expected ${expected}, received ${selected.length}`,
    ...(selected.length > (times ?? 0) ? [wordSelected(inspection)] : [nearest?.message, wordArrived(inspection)]),
  )
}

/** Words a failure of `toHaveRequestedInOrder`: the first filter without a request. Without one, it words the `not`. */
export function wordInOrder(found: readonly OrderedInspection[], length: number): string {
  const { inspection, from, isMissing } = found.at(-1) as OrderedInspection
  const filters = found.map((one) => one.inspection.filter).join(', ')
  const head = `expect(mocks)${isMissing ? '' : '.not'}.toHaveRequestedInOrder([${filters}${found.length < length ? ', …' : ''}])`
  if (!isMissing) return lines(head, wordArrived(inspection))
  const { filter, arrived, selected, nearest } = inspection
  const before = from > 0 ? ` after ${lineOf(arrived[from - 1] as Call)}` : ''
  const earlier = selected.length > 0 ? '; it arrived before' : ''
  return lines(head, `Missing: ${filter}${before}${earlier}`, nearest?.message, wordArrived(inspection))
}

/** How many messages are shown; further ones are counted. */
const MOST_MESSAGES = 5

/** Words a failure of `toHaveSent`; if messages of the client meet its condition, a failure of its `not`. */
export function wordSent(call: string, sent: readonly SentMessage['data'][], meeting: number): string {
  const head = `expect(mocks)${meeting > 0 ? '.not' : ''}.${call}`
  if (meeting > 0) return lines(head, `Sent: ${meeting} such ${meeting === 1 ? 'message' : 'messages'}`)
  if (sent.length === 0) return lines(head, 'No message was sent')
  const left = sent.length - MOST_MESSAGES
  const shown = sent.slice(0, MOST_MESSAGES).map((data) => `  ${show(data)}`)
  return lines(head, ['Sent:', ...shown, ...(left > 0 ? [`  and ${left} more`] : [])].join('\n'))
}

function callOf(matcher: string, { filter, match }: Inspection, times?: number): string {
  return `expect(mocks).${matcher}(${[filter, times, match].filter((arg) => arg !== undefined).join(', ')})`
}

function wordSelected({ selected }: Inspection): string {
  return `${selected.length === 1 ? 'Matching request' : 'Matching requests'}: ${listFirst(selected.map(lineOf))}`
}

/** Names each operation, or method and path, once. */
function wordArrived({ arrived }: Inspection): string {
  const routes = arrived.map(
    (call) => operationOf(call) ?? `${call.request.method} ${new URL(call.request.url).pathname}`,
  )
  return routes.length === 0 ? 'No requests arrived' : `Arrived: ${listFirst([...new Set(routes)])}`
}

function lineOf(call: Call): string {
  const { method, url } = call.request
  return [operationOf(call) ?? [], `${method} ${url}`].flat().join(', ')
}

/** The operation of a call, if it has a name. */
function operationOf({ operation }: Call): string | undefined {
  return operation?.name && `${operation.type ?? 'operation'} ${operation.name}`
}

function listFirst(names: readonly string[]): string {
  const left = names.length - MOST_REQUESTS
  return [...names.slice(0, MOST_REQUESTS), ...(left > 0 ? [`and ${left} more`] : [])].join(', ')
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n\n')
}
