import { createServer } from 'node:http'
import { EventSource as RealEventSource } from 'undici'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { RequestListener } from '../../../src/intercept/interceptor.ts'
import { PageInterceptor } from '../../../src/intercept/page/page-interceptor.ts'
import { isBypassed } from '../../../src/runtime/bypass.ts'
import { listen } from '../../clients/listen.ts'

/*
 * The EventSource of a page, in front of undici's class. test/consumers/browser compares it with Chromium's.
 */

beforeEach(() => {
  vi.stubGlobal('EventSource', RealEventSource)
  return () => vi.unstubAllGlobals()
})

function intercept(listener: RequestListener): void {
  const source = new PageInterceptor({
    real: { passthrough: (original, request) => original(request), seesRedirects: false },
    fault: (_request, thrown) => thrown as Error,
    resolveUrl: (url) => new URL(url, 'https://page.test').href,
    isBypassed,
    isPassthroughByHead: () => false,
  })
  const owner = {}
  source.apply(owner)
  source.listen(listener)
  onTestFinished(() => source.dispose(owner))
}

/** Opens an EventSource, and returns its first events. */
async function firstEvents(url: string, count: number): Promise<string[]> {
  const source = new EventSource(url)
  const seen: string[] = []
  await new Promise<void>((resolve) => {
    for (const type of ['open', 'message', 'user', 'error']) {
      source.addEventListener(type, (event: Event) => {
        const { data, lastEventId } = event as MessageEvent
        seen.push(`${type} ${source.readyState}${data === undefined ? '' : ` ${data} ${lastEventId}`}`)
        if (seen.length === count) resolve()
      })
    }
  })
  source.close()
  return seen
}

const eventStream = (body: string) => new Response(body, { headers: { 'content-type': 'text/event-stream' } })

test('a mocked stream is read, and asked for again with its last id', async () => {
  const asked: (string | null)[] = []
  intercept(({ request, controller }) => {
    asked.push(`${request.url} ${request.headers.get('last-event-id')}`)
    controller.respondWith(eventStream(`retry: 1\nid: ${asked.length}\nevent: user\ndata: a\n\n`))
  })
  expect(await firstEvents('/events', 5)).toEqual(['open 1', 'user 1 a 1', 'error 0', 'open 1', 'user 1 a 2'])
  expect(asked).toEqual(['https://page.test/events null', 'https://page.test/events 1'])
})

test.for([
  ['another status', () => eventStream('data: a\n\n'), { status: 404 }],
  ['another content type', () => Response.json([]), {}],
] as const)('%s closes it', async ([, response, init]) => {
  intercept(({ controller }) => controller.respondWith(new Response(response().body, { ...response(), ...init })))
  expect(await firstEvents('/events', 1)).toEqual(['error 2'])
})

test("an error that is not the network's closes it", async () => {
  intercept(({ controller }) => controller.errorWith(new Error('No stub answers')))
  expect(await firstEvents('/events', 1)).toEqual(['error 2'])
})

test('a network error has it connect again', async () => {
  intercept(({ controller }) => controller.breakOff(new Error('ECONNREFUSED')))
  expect(await firstEvents('/events', 1)).toEqual(['error 0'])
})

test("a stream that passes through is read by the page's own class, also after a wait, and with later listeners", async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/event-stream')
    response.end('event: user\nid: 1\ndata: real\n\n')
  })
  const url = `http://127.0.0.1:${await listen(server)}/events`
  intercept(async ({ controller }) => {
    await Promise.resolve()
    await controller.passthrough()
  })
  expect(await firstEvents(url, 3)).toEqual(['open 1', 'user 1 real 1', 'error 0'])
})

test('it is an EventSource, whoever asks', () => {
  intercept(({ controller }) => controller.respondWith(eventStream('')))
  const source = new EventSource('/events', { withCredentials: true })
  source.close()
  expect([source instanceof EventSource, source instanceof RealEventSource]).toEqual([true, true])
  expect([source.url, source.withCredentials, source.readyState, EventSource.CLOSED, source.OPEN]).toEqual([
    'https://page.test/events',
    true,
    2,
    2,
    1,
  ])
  expect(() => new EventSource('http://')).toThrow(DOMException)
})
