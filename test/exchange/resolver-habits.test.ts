import { expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { messageOf, rejectionOf, startForgiving, thrownBy } from '../promises/support.ts'

/* Resolvers in plain JavaScript, as msw's users write them: a type error would say it in TypeScript. */

const UNDEFINED = "Cannot read properties of undefined (reading 'id')"

test.each([
  [
    'async ({ request }) => await request.json()',
    'request.json is not a function\n\nWrite  request.body, which is parsed',
  ],
  ['({ request }) => request.formData()', 'request.formData is not a function\n\nWrite  request.body, which is parsed'],
  ['({ request }) => request.text()', 'request.text is not a function\n\nWrite  request.text'],
  ['({ request }) => request.clone().json()', 'request.clone is not a function\n\nWrite  request.raw.clone()'],
  ["({ request }) => request.headers.get('a')", "request.headers.get is not a function\n\nWrite  request.headers['…']"],
  ['({ params }) => params.id', `${UNDEFINED}\n\nWrite  ({ request }) => … request.params`],
  ['async function ({ cookies }) { return cookies.id }', `${UNDEFINED}\n\nWrite  ({ request }) => … request.cookies`],
  [
    '(req, res, ctx) => res(ctx.json({ id: 1 }))',
    "Cannot read properties of undefined (reading 'json')\n\nWrite  ({ request }) => …, which returns the response",
  ],
  ['(req, res) => res(req)', 'res is not a function\n\nWrite  ({ request }) => …, which returns the response'],
  ['({ request: { params } }) => params.a.id', UNDEFINED],
  ['({ request }) => request.body.id', UNDEFINED],
  ["() => { throw new Error('request.json is not a function') }", 'request.json is not a function'],
])('a resolver that was written for msw did not say what to write: %s', async (source, message) => {
  const resolver = new Function(`return ${source}`)()
  const mocks = startForgiving([rest.post('/users/:id', resolver)])
  const error = (await rejectionOf(fetch('https://api.test/users/1', { method: 'POST' }))) as Error
  const thrown = thrownBy(() => mocks.verify())
  expect(messageOf(thrown)).toBe(message)
  expect([error, error.cause]).toContain(thrown)
})
