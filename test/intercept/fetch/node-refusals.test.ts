import { expect, test } from 'vitest'
import { refusalsOf } from '../../../src/intercept/fetch/node-refusals.ts'
import { IncomingRequest } from '../../../src/request/incoming-request.ts'

const invalid = (name: string) =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(`invalid ${name} header`), {
      name: 'InvalidArgumentError',
      code: 'UND_ERR_INVALID_ARG',
    }),
  })

const rows: readonly { of: number | undefined; name: string; value: string; error?: TypeError }[] = [
  { of: 6, name: 'connection', value: 'Close' },
  { of: 7, name: 'connection', value: 'keep-alive, x-mine' },
  { of: 7, name: 'connection', value: 'x mine', error: invalid('connection') },
  { of: 6, name: 'content-length', value: '0x', error: invalid('content-length') },
  { of: 7, name: 'content-length', value: '0x', error: invalid('content-length') },
  { of: undefined, name: 'connection', value: 'x mine' },
  { of: undefined, name: 'content-length', value: 'x' },
]

test.each(rows)('undici $of, $name: $value', ({ of, name, value, error }) => {
  const check = () =>
    refusalsOf(of)?.checkRequest(
      new IncomingRequest({ method: 'GET', url: 'http://api.test/', headers: [[name, value]] }),
    )
  if (error) expect(check).toThrow(error)
  else expect(check).not.toThrow()
})

test.each([{ of: undefined }, { of: 8 }])(
  'a content-length other than the length of the body: undici $of',
  ({ of }) => {
    const headers: [string, string][] = [['content-length', '1']]
    const check = () =>
      refusalsOf(of)?.checkLength(new IncomingRequest({ method: 'POST', url: 'http://api.test/', headers }, 'abc'))
    if (of === undefined) expect(check).not.toThrow()
    else expect(check).toThrow(new TypeError('fetch failed'))
  },
)
