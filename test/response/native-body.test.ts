import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { start } from '../promises/support.ts'

/** What node-fetch 2 and the polyfills of pages make: a `Response` by its name, whose body is no stream of the platform. */
class OtherResponse {
  readonly [Symbol.toStringTag] = 'Response'
  readonly status = 201
  readonly statusText = ''
  readonly headers = new Headers({ 'x-a': '1' })
  readonly body: unknown
  readonly #text: string

  constructor(text: string, body: unknown) {
    this.#text = text
    this.body = body
  }

  clone(): OtherResponse {
    return new OtherResponse(this.#text, this.body)
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new TextEncoder().encode(this.#text).buffer
  }
}

test.each([
  { title: 'a stream of Node', body: Readable.from(['hi']) },
  { title: 'no body that can be seen', body: undefined },
])('mynah failed by "getReader is not a function" on a response with $title', async ({ body }) => {
  const response = new OtherResponse('hi', body) as unknown as Response
  start([rest.get('/resolver', () => response), rest.get('/payload', response)])
  for (const path of ['/resolver', '/resolver', '/payload', '/payload']) {
    const answer = await fetch(`http://api.test${path}`)
    expect([answer.status, answer.headers.get('x-a'), await answer.text()]).toEqual([201, '1', 'hi'])
  }
})
