import { Agent, createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axios from 'axios'
import * as undici from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { messageOf, rejectionOf, start, startForgiving } from '../promises/support.ts'
import { listen } from './listen.ts'

/* The origin that a client asked for decides, not the place that its connection leads to. */

const lastLine = (error: unknown) => messageOf(error).split('\n').at(-1)

describe('axios over a proxy, which gets the whole URL', () => {
  async function proxied() {
    const port = await listen(createServer((request, response) => response.end(`passed ${request.url}`)))
    return (url: string) => axios.get(url, { proxy: { protocol: 'http', host: '127.0.0.1', port } })
  }

  test('is answered by the stub of the origin', async () => {
    const ask = await proxied()
    start([rest.get('http://real.test/y', { id: 1 })])
    expect((await ask('http://real.test/y')).data).toEqual({ id: 1 })
  })

  test('could not pass by its own origin', async () => {
    const ask = await proxied()
    start([], { passthrough: ['http://real.test'] })
    expect((await ask('http://real.test/y')).data).toBe('passed http://real.test/y')
  })

  test('was advised to allow the proxy, which let every host pass', async () => {
    const ask = await proxied()
    startForgiving([], { passthrough: ['http://127.0.0.1:*'] })
    expect(lastLine(await rejectionOf(ask('http://other.test/delete')))).toBe(
      "To let it reach the network: setupMocks(routes, { passthrough: ['http://other.test'] })",
    )
  })
})

describe("undici's dns interceptor, which replaces the name by an address", () => {
  function resolving() {
    const lookup = (_origin: unknown, _options: unknown, done: (error: null, addresses: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4, ttl: 1000 }])
    const dispatcher = new undici.Agent().compose(undici.interceptors.dns({ lookup } as never))
    onTestFinished(() => dispatcher.close())
    return (url: string) => undici.request(url, { dispatcher })
  }

  test('was a miss for 127.0.0.1', async () => {
    start([rest.get('http://api.test/x', { ok: 1 })])
    expect(await (await resolving()('http://api.test/x')).body.json()).toEqual({ ok: 1 })
  })

  test('passes by the name', async () => {
    const port = await listen(createServer((request, response) => response.end(request.headers.host)))
    start([], { passthrough: [`http://api.test:${port}`] })
    expect(await (await resolving()(`http://api.test:${port}/x`)).body.text()).toBe(`api.test:${port}`)
  })

  test('is reported by the name', async () => {
    startForgiving([])
    expect(lastLine(await rejectionOf(resolving()('http://api.test/x')))).toBe(
      "To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })",
    )
  })
})

test.skipIf(process.platform === 'win32')(
  'a kept connection to a Unix socket, which Windows does not have, could not pass by what its report advised',
  async () => {
    const socketPath = join(tmpdir(), `asked-origin-${process.pid}.sock`)
    const server = createServer((_request, response) => response.end('real'))
    await new Promise<void>((resolve) => server.listen(socketPath, resolve))
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => {
      agent.destroy()
      server.close()
    })
    const ask = () =>
      new Promise<string>((resolve, reject) => {
        const read = async (chunks: AsyncIterable<Buffer>) => {
          let text = ''
          for await (const chunk of chunks) text += chunk
          return text
        }
        get({ socketPath, agent, path: '/info' }, (response) => resolve(read(response))).on('error', reject)
      })
    expect(await ask()).toBe('real')
    startForgiving([])
    const advice = lastLine(await rejectionOf(ask()))
    const pattern = `^unix:${socketPath.replace(/[.]/g, '\\.')}:`
    expect(advice).toBe(`To let it reach the network: setupMocks(routes, { passthrough: [${new RegExp(pattern)}] })`)
    start([], { passthrough: [new RegExp(pattern)] })
    expect(await ask()).toBe('real')
  },
)
