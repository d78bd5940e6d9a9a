import type { ClientRequest } from 'node:http'
import { expect, test } from 'vitest'
import { takeFromQueue } from '../../../src/intercept/socket/agent-queue.ts'

const request = {} as ClientRequest
const other = {} as ClientRequest

test.each<[string, unknown, boolean, unknown]>([
  ['an http.Agent, one request', { 'api.test:80:': [request] }, true, {}],
  ['an http.Agent, several requests', { 'api.test:80:': [other, request] }, true, { 'api.test:80:': [other] }],
  ['an http.Agent, another destination', { 'a:80:': [other], 'b:80:': [request] }, true, { 'a:80:': [other] }],
  ['an http.Agent without the request', { 'api.test:80:': [other] }, false, { 'api.test:80:': [other] }],
  ['an http.Agent whose queue is no list', { 'api.test:80:': 'none' }, false, { 'api.test:80:': 'none' }],
  ['tunnel, which queues options', [{ request: other }, { request }], true, [{ request: other }]],
  ['tunnel without the request', [undefined, { request: other }], false, [undefined, { request: other }]],
  ['an agent without a queue', undefined, false, undefined],
])('a failed request is taken out of the queue of %s', (_, queue, isTaken, left) => {
  expect(takeFromQueue(queue, request)).toBe(isTaken)
  expect(queue).toEqual(left)
})
