// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { deferred, start } from '../promises/support.ts'

/** Sends a request; resolves to the message of its error event, which axios makes the message of its error. */
function failureOf(url: string): Promise<unknown> {
  const xhr = new XMLHttpRequest()
  xhr.open('GET', url)
  return new Promise((resolve) => {
    xhr.onerror = (event) => resolve(Reflect.get(event, 'message'))
    xhr.send()
  })
}

test('an XMLHttpRequest whose mocks had ended failed without a reason', async () => {
  const { promise: arrived, resolve } = deferred<void>()
  const never = new Promise(() => {})
  const mocks = start([
    rest.get('/slow', () => {
      resolve()
      return never
    }),
  ])
  const failure = failureOf('/slow')
  await arrived
  mocks.stop()
  const reason =
    /^The mocks ended before the request was answered: GET http:\/\/localhost:3000\/slow, taken by rest\.get\('\/slow'\)/
  expect(await failure).toMatch(reason)
})

test('a listener of an XMLHttpRequest that is added in a setImmediate misses the answer', async () => {
  start([rest.get('/users', [])])
  const xhr = new XMLHttpRequest()
  xhr.open('GET', '/users')
  xhr.send()
  const seen = new Promise((resolve) => {
    setImmediate(() => xhr.addEventListener('load', () => resolve(xhr.responseText)))
  })
  expect(await seen).toBe('[]')
})
