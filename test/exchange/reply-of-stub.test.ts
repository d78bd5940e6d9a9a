import { expect, test } from 'vitest'
import { defineStub } from '../../src/core/stub/define-stub.ts'
import type { Settings, Stub } from '../../src/core/stub/stub.ts'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving } from '../promises/support.ts'

/** A stub that takes no `?no` and answers with no 500, and that sends its texts as `text/x-checked`. */
function checked(response: unknown, settings?: Settings): Stub {
  return defineStub(
    'GET',
    '/users',
    response,
    settings,
    {},
    {
      contract: {
        checkRequest: ({ queries }) => {
          if ('no' in queries) throw new Error('no such request')
        },
        parseReply: (content) => {
          if (content.status === 500) throw new Error('no such answer')
          return { ...content, headers: [...content.headers, ['x-checked', 'yes']] }
        },
      },
    },
  )
}

test('the contract may change the answer that is sent', async () => {
  start([checked({ id: 1 })])
  const response = await fetch('https://api.test/users')
  expect(response.headers.get('x-checked')).toBe('yes')
  expect(await response.json()).toEqual({ id: 1 })
})

test.each([
  ['a request that breaks the contract', 'https://api.test/users?no', { id: 1 }, 'no such request'],
  ['an answer that does', 'https://api.test/users', undefined, 'no such answer'],
])('%s fails with its error, and the test too', async (_what, url, payload, message) => {
  const mocks = startForgiving([checked(payload, payload ? {} : { status: 500 })])
  const error = await rejectionOf(fetch(url))
  expect(error).toHaveProperty('message', message)
  expect(() => mocks.verify()).toThrow(error as Error)
})

test('an answer of a resolver is checked when the resolver has returned it, and its request before it is called', async () => {
  let calls = 0
  startForgiving([
    checked(async ({ setStatusCode }: { setStatusCode(status: number): void }) => {
      calls++
      setStatusCode(500)
      return {}
    }),
  ])
  expect(await rejectionOf(fetch('https://api.test/users'))).toHaveProperty('message', 'no such answer')
  expect(await rejectionOf(fetch('https://api.test/users?no'))).toHaveProperty('message', 'no such request')
  expect(calls).toBe(1)
})

const fallback = defineStub('GET', '/users/:id', { id: 'fallback' }, undefined, {}, { isFallback: true })

test('a fallback answers after the default stub of its route, whatever their place in the list', async () => {
  const stubs = [fallback, rest.get('/users/:name', { id: 'default' }, { times: 1 })]
  start(stubs)
  const ask = async () => (await fetch('https://api.test/users/1')).json()
  expect([await ask(), await ask()]).toEqual([{ id: 'default' }, { id: 'fallback' }])
})

test('a fallback does not hide another stub, and is never hidden or unused', () => {
  const mocks = setupMocks([fallback, rest.get('/users/:id', {}), fallback])
  mocks.start()
  expect(mocks.unused()).toHaveLength(1)
  mocks.stop()
})
