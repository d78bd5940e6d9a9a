import http, { type IncomingMessage } from 'node:http'
import * as undici from 'undici'
import { LOOPBACK, once, testSame } from './compare.ts'
import { serveRefusals } from './serve.ts'

testSame(
  "CONNECT: a proxy's 407 arrives as ECONNRESET, and a dead proxy's CONNECT is answered 200",
  async (recorder) => {
    const proxy = await serveRefusals(recorder)
    const ask = () =>
      http.request({ port: proxy.port, host: '127.0.0.1', method: 'CONNECT', path: '127.0.0.1:9', agent: false }).end()
    const refused = ask()
    refused.on('connect', (response: IncomingMessage, socket) => {
      recorder.add('connect', response.statusCode)
      socket.destroy()
    })
    refused.on('error', (error: NodeJS.ErrnoException) => recorder.add(error.code))
    await once(refused, 'close')
    await new Promise((resolve) => proxy.server.close(resolve))
    recorder.add((await once<NodeJS.ErrnoException>(ask(), 'error')).code)
  },
  { passthrough: LOOPBACK },
)

testSame(
  "undici: a proxy's 407 arrives as ECONNRESET",
  async (recorder) => {
    const proxy = await serveRefusals(recorder)
    const dispatcher = new undici.ProxyAgent(proxy.origin)
    await undici
      .request('https://127.0.0.1:9/', { dispatcher })
      .catch((error: NodeJS.ErrnoException) => recorder.add(error.code, error.message))
    await dispatcher.destroy()
  },
  { passthrough: LOOPBACK },
)
