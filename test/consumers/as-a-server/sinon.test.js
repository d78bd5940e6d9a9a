import { once } from 'node:events'
import http from 'node:http'
import sinon from 'sinon'
import { expect, onTestFinished, test, vi } from 'vitest'

const CLIENTS = {
  'the status of a fetch': async (url) => (await fetch(url)).status,
  'the body of a fetch': async (url) => (await fetch(url)).text(),
  async http(url) {
    const [response] = await once(http.get(url), 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return text
  },
}

/** `works` are the clients that Node itself can run then: it reads bodies by `queueMicrotask`, and writes http by `nextTick`. */
const ROWS = [
  { toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date'], works: Object.keys(CLIENTS) },
  { toFake: ['nextTick'], works: ['the status of a fetch', 'the body of a fetch'] },
  { toFake: ['queueMicrotask'], works: ['the status of a fetch'] },
  { toFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'Date'], works: ['the status of a fetch'] },
]

test.for(ROWS)(
  'fake timers of sinon, installed before the import: $toFake',
  { timeout: 30_000 },
  async ({ toFake, works }) => {
    vi.resetModules()
    const clock = sinon.useFakeTimers({ toFake })
    onTestFinished(() => clock.restore())
    const { rest, setupMocks, stream } = await import('mynah')
    const mocks = setupMocks([rest.get('/users', 'mocked'), rest.get('/parts', stream(['a', 'b']))])
    mocks.start()
    onTestFinished(() => mocks.stop())
    for (const name of works) {
      for (let turn = 0; turn < 70; turn++) await CLIENTS[name]('http://api.test/users')
      expect(await CLIENTS[name]('http://api.test/parts')).toEqual(name === 'the status of a fetch' ? 200 : 'ab')
    }
  },
)
