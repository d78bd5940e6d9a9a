import { MynahError } from '../errors.ts'
import { show } from '../show.ts'
import { isPlainObject } from '../type-guards.ts'

/** An event of `sse`: its data alone, or with a name, an id and the reconnection time in milliseconds. */
export type ServerSentEvent = string | { data: unknown; event?: string; id?: string; retry?: number }

/** Returns the text of a server-sent event (HTML Standard, section 9.2). Data other than a string is written as JSON. */
export function eventText(event: unknown): string {
  if (typeof event !== 'string' && !(isPlainObject(event) && 'data' in event)) {
    throw new MynahError('STREAM', `An event of sse() must be a string or an object with data, got ${show(event)}`)
  }
  const { data, event: name, id, retry } = typeof event === 'string' ? { data: event } : event
  const broken = [name, id].find((field) => /[\r\n]/.test(String(field)))
  if (broken !== undefined) {
    throw new MynahError('STREAM', `The name and the id of an event of sse() are one line each, got ${show(broken)}`)
  }
  const lines = (typeof data === 'string' ? data : (JSON.stringify(data) ?? '')).split(/\r\n|\r|\n/)
  return [
    ...(name === undefined ? [] : [`event: ${name}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...lines.map((line) => `data: ${line}`),
    '\n',
  ].join('\n')
}
