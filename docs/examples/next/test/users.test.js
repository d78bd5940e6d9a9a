import 'mynah/vitest'
import { revalidateTag } from 'next/cache'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { GET } from '../app/api/users/route.js'
import { addUser } from '../app/users/actions.js'
import Page from '../app/users/page.jsx'
import { mocks } from './mocks.js'

function form(name) {
  const data = new FormData()
  data.set('name', name)
  return data
}

test('a server component lists the users, with the session of the cookie', async () => {
  expect(renderToStaticMarkup(await Page())).toBe('<ul><li>Ada</li><li>Bob</li></ul>')
  expect(mocks).toHaveRequested('GET https://api.test/users', { headers: { authorization: 'Bearer abc' } })
})

test('a route handler filters the users', async () => {
  const response = await GET(new Request('http://localhost:3000/api/users?prefix=A'))
  expect(await response.json()).toEqual([{ id: 1, name: 'Ada' }])
})

test('a route handler answers 502 if the API fails', async () => {
  mocks.use.get('https://api.test/users', { error: 'Out of order' }, { status: 503 })
  const response = await GET(new Request('http://localhost:3000/api/users'))
  expect([response.status, await response.json()]).toEqual([502, { error: 'The API answered 503' }])
})

test('a server action creates a user, and revalidates the list', async () => {
  expect(await addUser(undefined, form('Eve'))).toEqual({ error: null })
  expect(mocks).toHaveRequested('POST https://api.test/users', { body: { name: 'Eve' } })
  expect(revalidateTag).toHaveBeenCalledWith('users', 'max')
})

test('a server action returns what the API rejects', async () => {
  expect(await addUser(undefined, form(''))).toEqual({ error: 'A name is required' })
})
