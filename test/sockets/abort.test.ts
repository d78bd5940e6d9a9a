import type { ClientRequest, IncomingMessage } from 'node:http'
import { certificate } from '../clients/certificate.ts'
import { LOOPBACK, once, read, testSame } from './compare.ts'
import { rest } from './library.ts'
import { PROTOCOLS, serve } from './serve.ts'

/* Node aborts the process, which nothing can catch, if a connection is written to past the queue of its stream. */

const ca = certificate.cert
const captured = globalThis.fetch

for (const { name, secure, client } of PROTOCOLS) {
  testSame(
    `${name}: an answer before the end of a 10 MB upload, and the next request, abort the process`,
    async (recorder) => {
      const { origin } = await serve(
        recorder,
        (request, response) => {
          response.end(request.method === 'GET' ? 'next' : 'early')
          request.resume()
        },
        secure,
      )
      const agent = new client.Agent({ keepAlive: true, maxSockets: 1, ca })
      const bodyOf = (request: ClientRequest) => once<IncomingMessage>(request, 'response').then(read)
      const upload = client.request(origin, { method: 'POST', agent })
      upload.on('error', (error: NodeJS.ErrnoException) => recorder.add(error.code))
      upload.end(Buffer.alloc(10_000_000))
      const early = bodyOf(upload)
      const next = bodyOf(client.get(origin, { agent }))
      recorder.add(await early, await next)
      agent.destroy()
    },
    { passthrough: LOOPBACK },
  )
}

testSame(
  'a captured fetch that is mocked, then a passed one to that origin with a stream or a form as its body, abort the process',
  async (recorder) => {
    const { origin } = await serve(recorder, async (request, response) => response.end(await read(request)))
    await (await captured(`${origin}/mocked`)).text()
    const stream = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const part of ['a', 'b', 'c']) controller.enqueue(new TextEncoder().encode(part.repeat(10_000)))
          controller.close()
        },
      })
    for (const path of ['/one', '/two']) {
      const init = { method: 'POST', body: stream(), duplex: 'half' } as const
      const response = await captured(origin + path, init)
      recorder.add((await response.text()).length)
    }
    const form = new FormData()
    form.append('a', new Blob(['a'.repeat(70_000)]))
    form.append('b', new Blob(['b'.repeat(70_000)]))
    const response = await captured(origin, { method: 'POST', body: form })
    recorder.add((await response.text()).replaceAll(/-{4,}\S+/g, '').length)
  },
  { passthrough: LOOPBACK, routes: [rest.get('/mocked', '')] },
)
