import { once } from 'node:events'
import { FORCE_REMOUNT } from 'storybook/internal/core-events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { messageOf } from '../../../src/core/show.ts'
import { callSiteOf } from '../../../src/core/stub/call-site.ts'
import { routeOf } from '../../../src/core/stub/stub.ts'
import { networkError, rest, setupMocks } from '../../../src/entries/index.ts'
import { websocket } from '../../../src/entries/websocket.ts'
import type { Mocks } from '../../../src/mocks/mocks.ts'
import {
  CHOICES,
  type Choice,
  type DetailsMessage,
  EVENTS,
  LONGEST_BODY,
  LONGEST_MESSAGE,
  MOST_MESSAGES,
  type Row,
  type RowsMessage,
  type StoryMessage,
} from '../../../src/storybook/channel/messages.ts'
import { openPreviewEnd, type PreviewEnd } from '../../../src/storybook/channel/preview-end.ts'
import { FakeChannel } from './fake-channel.ts'

const STORY = { id: 'users--default', variants: ['broken'], variant: undefined }
const URL_OF = 'https://api.test'

let channel: FakeChannel
let mocks: Mocks
let end: PreviewEnd

beforeEach(() => {
  mocks = setupMocks(
    [
      rest.get('/users', [{ id: 1 }]),
      rest.post('/users', ({ request }) => ({ saved: true, ...(request.body as object) }), { status: 201 }),
      rest.get('/down', networkError()),
      rest.get('/broken', () => {
        throw new Error('No database')
      }),
      rest.get('/never', {}, { delay: Number.POSITIVE_INFINITY }),
    ],
    { onUnmatched: 'error' },
  )
  mocks.start()
  channel = new FakeChannel()
  end = openPreviewEnd(channel)
})

afterEach(() => {
  mocks.reset({ failures: true })
  mocks.stop()
})

const ask = (path: string, init?: RequestInit) => fetch(URL_OF + path, init).catch((error: Error) => error)

/** The rows as the panel has them. */
function rows(): Row[] {
  const { mount } = channel.messages<StoryMessage>(EVENTS.story).at(-1) as StoryMessage
  const all: Row[] = []
  for (const message of channel.messages<RowsMessage>(EVENTS.rows)) {
    if (message.mount !== mount) continue
    all.length = message.count
    for (const row of message.rows) all[row.id] = row
  }
  return all
}

async function rowsOf(count: number, isReady = (all: Row[]) => all.every(({ result }) => result.kind !== 'pending')) {
  await vi.waitFor(() => expect([rows().length, isReady(rows())]).toEqual([count, true]))
  return rows()
}

describe('the rows', () => {
  test('equal mocks.calls()', async () => {
    end.show(mocks, STORY)
    await ask('/users')
    await ask('/users', { method: 'POST', body: '{"name":"Ada"}', headers: { 'content-type': 'application/json' } })
    await ask('/down')
    await ask('/broken')
    await ask('/nobody')
    const all = await rowsOf(5)
    expect(all.map(({ method, url, duration, stub }) => ({ method, url, duration, stub }))).toEqual(
      mocks.calls().map(({ request, duration, stub }) => ({
        method: request.method,
        url: request.url,
        duration,
        stub: stub && {
          route: routeOf(stub),
          call: `rest.${stub.method.toLowerCase()}('${stub.path}')`,
          place: callSiteOf(stub.parts.trace),
        },
      })),
    )
    expect(all.map(({ result }) => result)).toEqual([
      { kind: 'response', status: 200 },
      { kind: 'response', status: 201 },
      { kind: 'networkError' },
      { kind: 'failed', message: 'No database' },
      {
        kind: 'miss',
        report: messageOf(mocks.unmatched()[0]?.error),
        answer: "rest.get('/nobody', {})",
      },
    ])
  })

  test('follow a call that is aborted', async () => {
    end.show(mocks, STORY)
    const controller = new AbortController()
    const answer = ask('/never', { signal: controller.signal })
    const isPending = (all: Row[]) => all.every(({ result }) => result.kind === 'pending')
    await rowsOf(1, isPending)
    controller.abort()
    await answer
    expect((await rowsOf(1))[0]?.result).toEqual({ kind: 'aborted' })
  })

  test('are sent again, with the story, to a panel that opens later', async () => {
    end.show(mocks, STORY)
    await ask('/users')
    await rowsOf(1)
    channel.sent.length = 0
    channel.emit(EVENTS.panelOpened)
    expect(channel.messages(EVENTS.story)).toEqual([{ ...STORY, mount: 1 }])
    expect((await rowsOf(1))[0]?.url).toBe(`${URL_OF}/users`)
  })

  test('of a story that was left are not sent', async () => {
    const { undo } = end.show(mocks, STORY)
    end.show(mocks, { ...STORY, id: 'users--empty' })
    undo()
    await ask('/users')
    await rowsOf(1)
    expect(channel.messages<RowsMessage>(EVENTS.rows).map(({ mount }) => mount)).not.toContain(1)
  })

  test('hide secret queries, and have no payload', async () => {
    end.show(mocks, STORY)
    await ask('/users?token=abc', { method: 'POST', body: 'Ada' })
    const [row] = await rowsOf(1)
    expect(row?.url).toBe(`${URL_OF}/users?token=(hidden)`)
    expect(JSON.stringify(channel.sent)).not.toContain('Ada')
  })
})

describe('the details of a row', () => {
  async function details(path: string, init: RequestInit) {
    end.show(mocks, STORY)
    await ask(path, init)
    await rowsOf(1)
    channel.emit(EVENTS.unfold, { mount: 1, id: 0 })
    return channel.messages<DetailsMessage>(EVENTS.details)[0] as DetailsMessage
  }

  test('are its headers and bodies, without secrets', async () => {
    const { request, response } = await details('/users', {
      method: 'POST',
      body: '{"name":"Ada","password":"1815"}',
      headers: { 'content-type': 'application/json', authorization: 'Bearer abc' },
    })
    expect(request.headers).toContainEqual(['authorization', '(hidden)'])
    expect(request.body).toEqual({
      type: 'application/json',
      text: '{"name":"Ada","password":"(hidden)"}',
      isBase64: false,
      length: 36,
    })
    expect(response).toEqual({
      headers: [
        ['content-length', '45'],
        ['content-type', 'application/json'],
      ],
      body: {
        type: 'application/json',
        text: '{"saved":true,"name":"Ada","password":"(hidden)"}',
        isBase64: false,
        length: 49,
      },
    })
  })

  test('have the beginning of long bodies', async () => {
    const { request } = await details('/users', { method: 'POST', body: 'a'.repeat(LONGEST_BODY + 1) })
    expect(request.body).toMatchObject({ text: 'a'.repeat(LONGEST_BODY), length: LONGEST_BODY + 1 })
  })

  test('have the fields of a form, and the names of its files', async () => {
    const form = new FormData()
    form.append('name', 'Ada')
    form.append('photo', new File(['abc'], 'ada.png'))
    const { request } = await details('/users', { method: 'POST', body: form })
    expect(request.body?.text).toBe('name: Ada\nphoto: ada.png')
  })

  test('have the latest messages of a WebSocket, without secrets', async () => {
    end.show(mocks, STORY)
    mocks.use.get('/chat', websocket({ message: ({ data, send }) => send(data) }))
    const client = new WebSocket(`${URL_OF.replace('http', 'ws')}/chat`)
    await once(client, 'open')
    await rowsOf(1)
    for (let left = 60; left > 0; left--) client.send(String(left))
    const sent = ['{"token":"1815"}', 'x'.repeat(LONGEST_MESSAGE + 1), new Uint8Array([255, 0, 254])]
    for (const data of sent) client.send(data)
    let left = 63
    await new Promise<void>((resolve) => client.on('message', () => --left === 0 && resolve()))
    channel.emit(EVENTS.unfold, { mount: 1, id: 0 })
    const [{ messages } = { messages: [] }] = channel.messages<DetailsMessage>(EVENTS.details)
    expect(messages).toHaveLength(MOST_MESSAGES)
    const seen = [
      { text: '{"token":"(hidden)"}', isBase64: false },
      { text: 'x'.repeat(LONGEST_MESSAGE), isBase64: false },
      { text: '/wD+', isBase64: true },
    ]
    for (const from of ['client', 'mock']) {
      expect(messages.filter((message) => message.from === from).slice(-3)).toEqual(
        seen.map((one) => ({ from, ...one })),
      )
    }
    client.terminate()
  })

  test('of a WebSocket were not sent again when a message came', async () => {
    end.show(mocks, STORY)
    mocks.use.get('/chat', websocket({ message: ({ data, send }) => send(data) }))
    const client = new WebSocket(`${URL_OF.replace('http', 'ws')}/chat`)
    await once(client, 'open')
    const [{ messageAt: before } = {}] = await rowsOf(1)
    expect(before).toBeUndefined()
    client.send('late')
    await once(client, 'message')
    const [{ messageAt } = {}] = await rowsOf(1, ([row]) => row?.messageAt !== undefined)
    client.send('later')
    await rowsOf(1, ([row]) => (row?.messageAt ?? 0) > (messageAt ?? 0))
    client.terminate()
  })

  test('have bytes in base64', async () => {
    const { request } = await details('/users', { method: 'POST', body: new Uint8Array([255, 0, 254]) })
    expect(request.body).toMatchObject({ text: '/wD+', isBase64: true })
  })

  test('have no body of a request and of a response that have none', async () => {
    mocks.use(rest.get('/empty', undefined, { status: 204 }))
    const { request, response } = await details('/empty', {})
    expect([request.body, response?.body]).toEqual([undefined, undefined])
  })

  test('are not sent for a row of a story that was left', async () => {
    await details('/users', {})
    channel.sent.length = 0
    channel.emit(EVENTS.unfold, { mount: 7, id: 0 })
    expect(channel.messages(EVENTS.details)).toEqual([])
  })

  test('have no response if none came', async () => {
    expect((await details('/down', {})).response).toBeUndefined()
  })
})

describe('a choice', () => {
  const choose = (choice: Choice, route = 'GET /users') => channel.emit(EVENTS.choices, { [route]: choice })

  test.each<[Choice, () => Promise<unknown>, unknown]>([
    ['404', () => ask('/users').then((response) => (response as Response).status), 404],
    ['500', () => ask('/users').then((response) => (response as Response).status), 500],
    ['network error', () => ask('/users').then((error) => (error as Error).name), 'TypeError'],
    ['delay 300 ms', () => ask('/users').then((response) => (response as Response).json()), [{ id: 1 }]],
  ])('%s', async (choice, observe, expected) => {
    end.show(mocks, STORY)
    choose(choice)
    expect(channel.messages(FORCE_REMOUNT)).toEqual([{ storyId: STORY.id }])
    expect(await observe()).toEqual(expected)
  })

  test('no answer', async () => {
    end.show(mocks, STORY)
    choose('no answer')
    const answer = ask('/users')
    const [row] = await rowsOf(1, () => true)
    expect(row).toMatchObject({ result: { kind: 'pending' }, stub: { route: 'GET /users', choice: 'no answer' } })
    mocks.reset()
    await answer
  })

  test.each([300, 1000, 3000])(
    'a delay of %d ms answers as declared, and its row has the declared stub',
    async (ms) => {
      const choice = CHOICES.find((one) => one.replace(',', '') === `delay ${ms} ms`) as Choice
      const started = performance.now()
      end.show(mocks, STORY)
      choose(choice)
      await ask('/users')
      expect(performance.now() - started).toBeGreaterThanOrEqual(ms - 1)
      const [row] = await rowsOf(1)
      expect(row?.stub?.call).toBe("rest.get('/users')")
      expect(row?.duration).toBeGreaterThanOrEqual(ms - 1)
    },
  )

  test('stands in the next story, without another remount', async () => {
    const first = end.show(mocks, STORY)
    choose('404')
    first.undo()
    expect(await ask('/users')).toMatchObject({ status: 200 })
    mocks.reset()
    end.show(mocks, { ...STORY, id: 'users--empty' })
    expect(await ask('/users')).toMatchObject({ status: 404 })
    expect(channel.messages(FORCE_REMOUNT)).toHaveLength(1)
  })

  test('overrides the stubs that a story adds, once it is raised', async () => {
    const story = end.show(mocks, STORY)
    choose('404')
    mocks.use(rest.get('/users', [], { match: { queries: { page: '2' } } }))
    expect(await ask('/users?page=2')).toMatchObject({ status: 200 })
    story.raise()
    expect(await ask('/users?page=2')).toMatchObject({ status: 404 })
  })

  test('is taken back', async () => {
    end.show(mocks, STORY)
    choose('404')
    channel.emit(EVENTS.choices, {})
    expect(await ask('/users')).toMatchObject({ status: 200 })
    expect(channel.messages(FORCE_REMOUNT)).toHaveLength(2)
  })

  test('of a route that this story does not have changes nothing', async () => {
    end.show(mocks, STORY)
    choose('404', 'GET /teams')
    expect(channel.messages(FORCE_REMOUNT)).toEqual([])
    expect(await ask('/teams')).toMatchObject({ name: 'UnmatchedRequestError' })
  })

  test('that came before the first story', async () => {
    choose('500', 'GET /users')
    end.show(mocks, STORY)
    expect(await ask('/users')).toMatchObject({ status: 500 })
    expect(channel.messages(FORCE_REMOUNT)).toEqual([])
  })

  test.each([
    ['a RegExp', rest.get(/^\/teams\/\d+$/, {}), '/teams/1', 'GET /^\\/teams\\/\\d+$/'],
    ['a base', rest.at(`${URL_OF}/v1`).get('/teams', {}), '/v1/teams', `GET ${URL_OF}/v1/teams`],
    ['any method', rest.all('/teams/:id', {}), '/teams/1', 'ALL /teams/:id'],
  ])('on a route with %s', async (_, stub, path, route) => {
    mocks.use(stub)
    end.show(mocks, STORY)
    choose('404', route)
    expect(await ask(path)).toMatchObject({ status: 404 })
  })
})

test('the preview asks for the choices when it is loaded', () => {
  expect(channel.sent).toEqual([{ event: EVENTS.previewOpened, message: undefined }])
})

test('closing leaves no listener', () => {
  end.close()
  expect(channel.listenerCount()).toBe(0)
})

test('a docs page tells the panel nothing', async () => {
  vi.stubGlobal('__STORYBOOK_PREVIEW__', {})
  vi.stubGlobal('location', { search: '?viewMode=docs' })
  const { raise, undo } = end.show(mocks, STORY)
  raise()
  undo()
  vi.unstubAllGlobals()
  expect(channel.messages(EVENTS.story)).toEqual([])
})

test('a choice that is taken back leaves the declared answer', async () => {
  end.show(mocks, STORY)
  channel.emit(EVENTS.choices, { 'GET /users': '404' })
  expect(await ask('/users')).toMatchObject({ status: 404 })
  channel.emit(EVENTS.choices, {})
  expect(await ask('/users')).toMatchObject({ status: 200 })
})
