// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { redirect, rest } from '../../src/entries/index.ts'
import { start } from '../promises/support.ts'

const cookies = rest.get('/me', ({ request }) => request.cookies)

const login = (attributes = '') =>
  rest.post('/login', undefined, { status: 204, headers: { 'set-cookie': [`session=abc${attributes}`, 'theme=dark'] } })

function writeCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in jsdom
  document.cookie = cookie
}

async function me(init?: RequestInit): Promise<unknown> {
  return (await fetch('/me', init)).json()
}

function xhr(method: string, url: string): Promise<XMLHttpRequest> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.onloadend = () => resolve(request)
    request.send()
  })
}

beforeEach(() => {
  for (const name of ['session', 'theme']) writeCookie(`${name}=; max-age=0; path=/`)
})

test.each(['', '; Path=/; HttpOnly; SameSite=Lax'])('a login by fetch stores its cookies%s', async (attributes) => {
  start([login(attributes), cookies])
  expect(await me()).toEqual({})
  await fetch('/login', { method: 'POST' })
  expect(await me()).toEqual({ session: 'abc', theme: 'dark' })
  expect(document.cookie).toBe('session=abc; theme=dark')
})

test('fetch and XMLHttpRequest share them', async () => {
  start([login(), cookies])
  await xhr('POST', '/login')
  expect(await me()).toEqual({ session: 'abc', theme: 'dark' })
  await fetch('/login', { method: 'POST' })
  expect(JSON.parse((await xhr('GET', '/me')).responseText)).toEqual({ session: 'abc', theme: 'dark' })
})

test('a redirect after the login has them already', async () => {
  start([rest.post('/login', redirect('/me'), { headers: { 'set-cookie': 'session=abc' } }), cookies])
  expect(await (await fetch('/login', { method: 'POST' })).json()).toEqual({ session: 'abc' })
})

test('setCookie() of a resolver stores one, and a log-out removes it', async () => {
  start([
    cookies,
    rest.post('/login', ({ setCookie }) => setCookie('session', 'abc', { path: '/' })),
    rest.post('/logout', ({ setCookie }) => setCookie('session', '', { path: '/', maxAge: 0 })),
  ])
  await fetch('/login', { method: 'POST' })
  expect(await me()).toEqual({ session: 'abc' })
  await fetch('/logout', { method: 'POST' })
  expect(await me()).toEqual({})
})

test('a request to another origin, or without credentials, has none and stores none', async () => {
  start([login(), cookies])
  await fetch('http://api.test/login', { method: 'POST' })
  await fetch('/login', { method: 'POST', credentials: 'omit' })
  expect(document.cookie).toBe('')
  writeCookie('theme=light')
  expect(await me({ credentials: 'omit' })).toEqual({})
  expect(await (await fetch('http://api.test/me')).json()).toEqual({})
  expect(await me()).toEqual({ theme: 'light' })
})

test('cookies that the caller sets are the ones that are sent', async () => {
  start([cookies])
  writeCookie('theme=light')
  expect(await me({ headers: { cookie: 'own=1' } })).toEqual({ own: '1' })
})
