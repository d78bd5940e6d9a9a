import http from 'node:http'
import { BatchInterceptor, type HttpRequestEventMap, type Interceptor } from '@mswjs/interceptors'
import { expect, onTestFinished, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { type InterceptedRequest, requestInterceptor } from '../../src/entries/interceptors.ts'
import { loopback } from '../clients/loopback.ts'
import { rejectionOf, start, startForgiving } from '../promises/support.ts'

const URL = 'http://interceptor.test/users'

const byHttp = (url: string) =>
  new Promise<string>((resolve, reject) => {
    http
      .get(url, async (response) => {
        let text = ''
        for await (const chunk of response.setEncoding('utf8')) text += chunk
        resolve(text)
      })
      .on('error', reject)
  })

/** Adds a listener for the length of a test. */
function listen(listener: (event: InterceptedRequest) => void | Promise<void>) {
  const interceptor = requestInterceptor()
  interceptor.on('request', listener)
  onTestFinished(() => void interceptor.removeListener('request', listener))
  return interceptor
}

test('a listener sees the requests of all clients, each before its stub answers', async () => {
  const seen: unknown[] = []
  listen(({ request, controller }) => {
    seen.push([request.method, request.url, controller.readyState])
  })
  start([rest.get(URL, [1])])
  expect(await (await fetch(URL)).json()).toEqual([1])
  expect(await byHttp(URL)).toBe('[1]')
  expect(seen).toEqual([
    ['GET', URL, 0],
    ['GET', URL, 0],
  ])
})

test('a listener that answers keeps the request from the mocks', async () => {
  listen(({ controller }) => void controller.respondWith(Response.json(['listener'])))
  const mocks = start([rest.get(URL, ['stub'])])
  expect(await (await fetch(URL)).json()).toEqual(['listener'])
  expect(await byHttp(URL)).toBe('["listener"]')
  expect(mocks.calls()).toEqual([])
})

test('a listener that is added after the start sees what the mocks have answered', async () => {
  const states: number[] = []
  start([rest.get(URL, [])])
  listen(({ controller }) => void states.push(controller.readyState))
  await fetch(URL)
  expect(states).toEqual([2])
})

test('without mocks, an owner has its listener asked, and what it does not answer reaches the network', async () => {
  const origin = await loopback()
  const owner = {}
  const interceptor = listen(({ request, controller }) => {
    if (request.url === URL) controller.respondWith(new Response('listener'))
  })
  interceptor.apply(owner)
  onTestFinished(() => interceptor.dispose(owner))
  expect(interceptor.readyState).toBe('ACTIVE')
  expect(await byHttp(URL)).toBe('listener')
  expect(await byHttp(origin)).toBe('{"method":"GET","url":"/","body":""}')
})

test('mocks that end leave the patches to the other owner, and its requests pass', async () => {
  const origin = await loopback()
  const owner = {}
  const seen: string[] = []
  const interceptor = listen(({ request }) => void seen.push(request.url))
  interceptor.apply(owner)
  onTestFinished(() => interceptor.dispose(owner))
  const mocks = startForgiving([rest.get(`${origin}/`, 'stub')])
  expect(await (await fetch(origin)).text()).toBe('"stub"')
  mocks.stop()
  expect(await (await fetch(origin)).json()).toEqual({ method: 'GET', url: '/', body: '' })
  expect(seen).toEqual([`${origin}/`, `${origin}/`])
})

test('an error of a listener rejects the request', async () => {
  const error = new Error('listener')
  listen(({ controller }) => void controller.errorWith(error))
  start([rest.get(URL, [])])
  expect(await rejectionOf(fetch(URL))).toBe(error)
})

test('it is an interceptor of the package, which its batch takes', async () => {
  const interceptor = requestInterceptor() as unknown as Interceptor<HttpRequestEventMap>
  const batch = new BatchInterceptor({ name: 'batch', interceptors: [interceptor] })
  batch.apply()
  onTestFinished(() => batch.dispose())
  batch.on('request', ({ controller }) => void controller.respondWith(new Response('batch')))
  expect(await byHttp(URL)).toBe('batch')
})
