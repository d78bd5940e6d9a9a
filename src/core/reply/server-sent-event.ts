import { MynahError } from '../errors.ts'
import { jsonText } from '../json.ts'
import { type OptionRow, type OptionTable, optionMistake } from '../options.ts'
import { show } from '../show.ts'
import { isPlainObject } from '../type-guards.ts'

/** An event of `sse`: its data alone, or with a name, an id and the reconnection time in milliseconds. */
export type ServerSentEvent = string | { data: unknown; event?: string; id?: string; retry?: number }

const LINE: OptionRow = { isRight: isLine, wanted: 'a text of one line' }
const FIELDS: OptionTable = {
  data: { isRight: () => true, wanted: 'anything' },
  event: LINE,
  id: LINE,
  retry: { isRight: isTime, wanted: 'an integer of milliseconds, 0 or more' },
}

function isLine(value: unknown): boolean {
  return ['string', 'number'].includes(typeof value) && !/[\r\n\0]/.test(String(value))
}

function isTime(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0
}

/** Returns the text of a server-sent event (HTML Standard, section 9.2). Data other than a string is written as JSON. */
export function eventText(event: unknown): string {
  if (typeof event !== 'string' && !isPlainObject(event)) {
    return refuseEvent(`An event of sse() must be a string or an object with data, got ${show(event)}`)
  }
  if (typeof event === 'object' && !('data' in event)) {
    return refuseEvent(`An event of sse() lacks the field data: ${show(event)}`)
  }
  const fields: Record<string, unknown> = typeof event === 'string' ? { data: event } : event
  const mistake = optionMistake(fields, FIELDS, 'field')
  if (mistake) refuseEvent(`In an event of sse(), ${mistake.problem}`)
  const { data, event: name, id, retry } = fields
  const lines = (typeof data === 'string' ? data : data === undefined ? '' : jsonText(data)).split(/\r\n|\r|\n/)
  return [
    ...(name === undefined ? [] : [`event: ${name}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...lines.map((line) => `data: ${line}`),
    '\n',
  ].join('\n')
}

function refuseEvent(problem: string): never {
  throw new MynahError('STREAM', problem)
}
