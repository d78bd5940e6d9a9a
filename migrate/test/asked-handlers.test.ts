import { describe, expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

describe('one handler that was left kept its list, its server and all that imports them', () => {
  test('a handler that is left by hand is asked at its path, and its siblings are converted', () => {
    const left = "http.get('/users', ({ finalize }) => HttpResponse.text(finalize))"
    const code = `import { http, HttpResponse } from 'msw'\n\nexport const all = [\n  ${left},\n  http.get('/a', () => HttpResponse.json([])),\n]\n`
    const first = rewrite(code)
    const reason = 'a resolver has no finalize here: it is handed { request }, with params, cookies, and raw'
    expect(first?.left).toEqual([{ line: 4, reason }])
    expect(first?.text).toBe(`import { type ResolverContext, rest } from 'mynah'
import { getResponse, http, HttpResponse } from 'msw'

/** Asks handlers that stay with msw. */
const askMsw =
  (...handlers: Parameters<typeof getResponse>[0]) =>
  async ({ request, next }: ResolverContext) =>
    (await getResponse(handlers, request.raw)) ?? next()

export const all = [
  // mynah: ${reason}
  rest.get('/users', askMsw(${left})),
  rest.get('/a', []),
]
`)
    expect(rewrite(first?.text ?? '')?.text).toBe(first?.text)
  })

  test.each([
    [
      'a RegExp',
      '/users/',
      "rest.get('/{*rest}', askMsw(HANDLER), { match: ({ url }) => /users/.test(url.replace(/[?#].*/, '')) })",
    ],
    ['a constant', 'base', 'rest.get(base, askMsw(HANDLER))'],
  ])('a handler of %s is asked by the condition that its conversion would have', (_, path, stub) => {
    const handler = `http.get(${path}, ({ finalize }) => HttpResponse.text(finalize))`
    const { text } = rewrite(`import { http, HttpResponse } from 'msw'\n\nexport const all = [${handler}]\n`) ?? {}
    expect(text).toContain(stub.replace('HANDLER', handler))
  })

  test.each([
    ['lets requests pass', '({ finalize }) => passthrough(finalize)', ''],
    [
      'shares its resolver with one that is converted',
      'shared',
      "http.get('/a', shared), http.get('/b', shared, options), ",
    ],
  ])('a handler that %s stays with its list', (_, resolver, others) => {
    const code = `import { http, HttpResponse, passthrough } from 'msw'\n\nconst shared = () => HttpResponse.json([])\nexport const all = [${others}http.get('/users', ${resolver}, options)]\n`
    const { converted, text } = rewrite(code) ?? {}
    expect(converted).toBe(0)
    expect(text).toBe(code)
  })
})
