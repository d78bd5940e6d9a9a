import { expect, test } from 'vitest'
import { followHops } from '../../src/playwright/hops.ts'

const answer = (cookie: string) => ({ status: 302, statusText: 'Found', headers: [['set-cookie', cookie]] as const })
const requestTo = (url: string, headers: Record<string, string> = {}) => ({ method: 'GET', url, headers }) as never

test('a cookie of a redirect is sent to the same origin alone, in place of an older one', () => {
  const hops = followHops('https://app.test/login')
  hops.store(requestTo('https://app.test/login'), answer('session=new; Path=/'))
  hops.store(requestTo('https://other.test/'), answer('tracker=1'))
  const own = { method: 'GET', url: 'https://app.test/home', headers: { cookie: 'session=old; lang=en' } }
  const foreign = { method: 'GET', url: 'https://other.test/home', headers: {} }
  hops.send(own as never)
  hops.send(foreign as never)
  expect(own.headers).toEqual({ cookie: 'session=new; lang=en' })
  expect(foreign.headers).toEqual({})
  expect(hops.cookies).toEqual(['session=new; Path=/'])
  expect(hops.last).toEqual(answer('tracker=1'))
})

test('the GET that follows a redirected POST has no origin header', () => {
  const hops = followHops('https://app.test/login')
  const next = { method: 'GET', url: 'https://app.test/home', headers: { origin: 'https://app.test' } }
  hops.send(next as never)
  expect(next.headers).toEqual({})
})
