import type { Page } from '@playwright/test'
import { rest } from 'mynah'
import { connections, websocket } from 'mynah/websocket'
import { expect, test } from '../test.ts'

/** Opens a WebSocket in the page, sends messages when it is open, and returns its events until its end. */
async function play(page: Page, url: string, sent: readonly string[] = [], protocols: string[] = []) {
  return page.evaluate(
    async ([url, sent, protocols]) => {
      const events: unknown[] = []
      const socket = new WebSocket(url, protocols)
      socket.binaryType = 'arraybuffer'
      socket.onopen = () => {
        events.push(['open', socket.protocol])
        for (const text of sent) text === 'close' ? socket.close(4002, 'page') : socket.send(text)
      }
      socket.onmessage = ({ data }) => events.push(typeof data === 'string' ? data : [...new Uint8Array(data)])
      await new Promise((resolve) => {
        socket.onclose = ({ code, reason }) => resolve(events.push(['close', code, reason]))
      })
      return events
    },
    [url, sent, protocols] as const,
  )
}

const closed: unknown[] = []

const chat = rest.get(
  'wss://chat.test/rooms/:room',
  websocket({
    open: ({ send, request }) => send({ joined: request.params.room }),
    message: ({ data, send, close }) => (data === 'end' ? close(4001, 'mock') : send(data)),
    close: ({ code, reason }) => closed.push([code, reason]),
  }),
)

test.describe('a WebSocket of a page', () => {
  test.use({ routes: [[chat, rest.get('wss://chat.test/secret', {}, { status: 401 })], { scope: 'test' }] })

  test('is answered, and either end closes it', async ({ page, mocks }) => {
    await page.goto('/')
    expect(await play(page, 'wss://chat.test/rooms/7', ['hello', 'end'], ['v1', 'v2'])).toEqual([
      ['open', 'v1'],
      '{"joined":"7"}',
      'hello',
      ['close', 4001, 'mock'],
    ])
    expect((await play(page, 'wss://chat.test/rooms/8', ['close'])).at(-1)).toEqual(['close', 4002, 'page'])
    await expect
      .poll(() => closed)
      .toEqual([
        [4001, 'mock'],
        [4002, 'page'],
      ])
    const [call] = mocks.calls('wss://chat.test/rooms/7')
    expect([call?.from, call?.outcome, call?.messages?.map(({ data }) => data)]).toEqual([
      'page',
      'answered',
      ['{"joined":"7"}', 'hello', 'hello', 'end'],
    ])
  })

  test('is sent to by the test, is refused, and is lost', async ({ page, mocks }) => {
    await page.goto('/')
    const playing = play(page, 'wss://chat.test/rooms/7')
    await expect.poll(() => connections(mocks)).toHaveLength(1)
    connections(mocks)[0]?.send(new Uint8Array([1, 2]))
    connections(mocks)[0]?.break()
    expect(await playing).toEqual([['open', ''], '{"joined":"7"}', [1, 2], ['close', 1006, '']])
    expect(await play(page, 'wss://chat.test/secret')).toEqual([['close', 1006, '']])
  })

  test('fails the test if no stub takes it', async ({ page, mocks }) => {
    await page.goto('/')
    expect(await play(page, 'wss://chat.test/none')).toEqual([['close', 1006, '']])
    expect(() => mocks.verify()).toThrow(/^No stub answers GET https:\/\/chat\.test\/none\n/)
    mocks.reset({ failures: true })
  })

  test("reaches the application's own server if no stub takes it", async ({ page, mocks }) => {
    await page.goto('/')
    // The server has no WebSockets: its answer is an error of the network.
    expect((await play(page, 'ws://localhost:3123/hot')).at(-1)).toEqual(['close', 1006, ''])
    mocks.verify()
  })
})

test('without such a stub, the page keeps its own class', async ({ page }) => {
  await page.goto('/')
  expect(await page.evaluate(() => String(WebSocket))).toBe('function WebSocket() { [native code] }')
})
