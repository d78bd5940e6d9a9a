import { expect, onTestFinished, test, vi } from 'vitest'
import { makeResponse, tellOrigin } from '../../src/response/make-response.ts'

const origin = { url: 'http://api.test/users', redirected: true, crossed: false }

/** A response of happy-dom: its fields are its own, and hide the getters of a prototype. */
class ResponseWithFields extends Response {
  constructor(text: string) {
    super(text)
    Object.defineProperties(this, {
      url: { value: '', configurable: true },
      redirected: { value: false, configurable: true },
    })
  }
}

test.each([
  { title: "the platform's", response: new Response('Hello') },
  { title: "happy-dom's, which has fields of its own", response: new ResponseWithFields('Hello') },
])('a response and its clones have their origin: $title', async ({ response }) => {
  const told = tellOrigin(response, origin)
  const clone = told.clone()
  for (const one of [told, clone, clone.clone()]) {
    expect({ url: one.url, redirected: one.redirected }).toEqual({ url: 'http://api.test/users', redirected: true })
  }
  expect(await told.text()).toBe('Hello')
})

test('a library that wraps the global Response, and reads the headers of each new one, breaks every answer', () => {
  const seen: (string | null)[] = []
  vi.stubGlobal(
    'Response',
    new Proxy(Response, {
      construct(target, args, newTarget) {
        const made = Reflect.construct(target, args, newTarget) as Response
        seen.push(made.headers.get('x-own'))
        return made
      },
    }),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const told = tellOrigin(makeResponse('Hello', { headers: { 'x-own': 'a' } }), origin)
  expect([seen, told.url, told.headers.get('x-own')]).toEqual([[null, 'a'], 'http://api.test/users', 'a'])
})

test('a made response without an origin is as the platform makes it, and so is its clone', () => {
  for (const response of [makeResponse('x', {}), makeResponse('x', {}).clone()]) {
    expect([response.url, response.redirected, response.type]).toEqual(['', false, 'default'])
  }
})

test('a response that was told its origin has it, and so has its clone', () => {
  const origin = { url: 'https://api.test/users', redirected: true, crossed: false }
  const told = tellOrigin(makeResponse('x', {}), origin)
  for (const response of [told, told.clone()]) {
    expect([response.url, response.redirected, response.type]).toEqual([origin.url, true, 'basic'])
  }
  expect(tellOrigin(makeResponse('x', {}), { ...origin, crossed: true }).type).toBe('cors')
})
