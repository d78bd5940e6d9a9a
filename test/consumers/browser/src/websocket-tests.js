import { networkError, rest, setupMocks, status } from 'mynah'
import { connections, websocket } from 'mynah/websocket'
import { Recorder } from '../websocket/recorder.ts'
import { SCENARIOS } from '../websocket/scenarios.ts'
import { equal, tests } from './harness.js'
import { originals } from './mocks.js'

const MOCKED = 'ws://api.test/mocked'

/** The place of a server of `ws`, which does for `/real/<n>` what the stub of `/mocked/<n>` does. */
const real = fetch('/real/websockets').then(async (response) => `ws://127.0.0.1:${await response.json()}/real`)

const mocks = setupMocks([...SCENARIOS.map(({ behaviour }, at) => rest.get(`/mocked/${at}`, replyOf(behaviour)))], {
  passthrough: [({ url }) => url.includes('/real/')],
})

/** Returns the reply of a stub that does what a server does. */
function replyOf({ protocol, refusal, ...handlers }) {
  if (refusal !== undefined) return refusal === 'broken' ? networkError() : status(refusal)
  return websocket(handlers, protocol && { protocol })
}

/** Plays a scenario with the page's own class and its server, and with the mock. */
async function compare(play, path) {
  const base = await real
  const expected = new Recorder()
  await play(originals.WebSocket)(base + path, expected)
  const seen = new Recorder()
  const passed = new Recorder()
  mocks.start()
  try {
    await play(WebSocket)(MOCKED + path, seen)
    await play(WebSocket)(base + path, passed)
  } finally {
    mocks.stop()
  }
  equal(await seen.read(), await expected.read())
  equal(await passed.read(), await expected.read())
}

for (const [at, { title, play }] of SCENARIOS.entries()) {
  tests[`WebSocket: ${title}`] = () => compare(play, `/${at}`)
}

/** Notes what a class makes of calls that it refuses. */
function attempt(recorder, title, run) {
  try {
    recorder.note(title, String(run()))
  } catch (error) {
    recorder.note(title, error.name, error instanceof DOMException)
  }
}

tests['WebSocket: its class, its events and what it refuses'] = () =>
  compare(
    (Class) => async (url, recorder) => {
      const client = new Class(url)
      const ended = recorder.watch(client)
      const { CONNECTING, OPEN, CLOSING, CLOSED } = Class
      recorder.note(CONNECTING, OPEN, CLOSING, CLOSED, client.CLOSED, String(client))
      recorder.note(client instanceof Class, client instanceof EventTarget, client.binaryType, client.bufferedAmount)
      recorder.note(client.onopen, client.onmessage, client.onerror, client.onclose)
      attempt(recorder, 'an early message', () => client.send('early'))
      attempt(recorder, 'no URL', () => new Class('http://['))
      attempt(recorder, 'another scheme', () => new Class('ftp://api.test/'))
      attempt(recorder, 'a subprotocol twice', () => new Class(url, ['a', 'a']))
      attempt(recorder, 'a subprotocol that is no token', () => new Class(url, 'a b'))
      attempt(recorder, 'a close with a forbidden code', () => client.close(1001))
      attempt(recorder, 'a close with a reason that is too long', () => client.close(1000, 'x'.repeat(124)))
      attempt(recorder, 'an unknown type of binary messages', () => {
        client.binaryType = 'text'
        return client.binaryType
      })
      client.onopen = function open(event) {
        recorder.note(event.constructor.name, this === client, event.target === client, event.bubbles)
        client.send(1)
        client.send(new Blob(['blob']))
      }
      client.onmessage = 'no function'
      let left = 2
      client.addEventListener('message', (event) => {
        recorder.note(
          event.constructor.name,
          event.origin === new URL(url).origin,
          event.lastEventId,
          event.ports.length,
        )
        if (--left === 0) client.close(3000, 'done')
      })
      client.onclose = (event) => recorder.note(event.constructor.name)
      await ended
      // The promise is resolved by one of several listeners.
      await new Promise((resolve) => setTimeout(resolve))
      client.send('late')
      recorder.note(client.bufferedAmount, client.readyState, client.close(1000))
    },
    `/${SCENARIOS.findIndex(({ title }) => title.startsWith('messages that are sent in `open`'))}`,
  )

tests['WebSocket: connections, the journal, a miss and the end of the mocks'] = async () => {
  mocks.start()
  const client = new WebSocket(`${MOCKED}/0`)
  await new Promise((resolve) => client.addEventListener('open', resolve))
  connections(mocks, '/mocked/0')[0].send({ id: 1 })
  const { data } = await new Promise((resolve) => client.addEventListener('message', resolve))
  equal(data, '{"id":1}')
  equal(
    mocks
      .calls()
      .map(({ request, outcome, response, messages }) => [request.url, outcome, response.status, messages.length]),
    [['http://api.test/mocked/0', 'answered', 101, 1]],
  )
  const lost = new WebSocket(`${MOCKED}/none`)
  await new Promise((resolve) => lost.addEventListener('error', resolve))
  const closed = new Promise((resolve) => client.addEventListener('close', resolve))
  let error
  try {
    mocks.stop()
  } catch (thrown) {
    error = thrown
  }
  equal(error?.message.split('\n').at(-2), "To answer it: rest.get('/mocked/none', websocket({}))")
  equal((await closed).code, 1001)
}
