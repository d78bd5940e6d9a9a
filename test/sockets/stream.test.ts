import type { ClientRequest, IncomingMessage } from 'node:http'
import { certificate } from '../clients/certificate.ts'
import { LOOPBACK, once, read, testSame } from './compare.ts'
import { rest } from './library.ts'
import { PROTOCOLS, serve } from './serve.ts'

const ca = certificate.cert
const options = { passthrough: LOOPBACK }
const answered = (request: ClientRequest) => once<IncomingMessage>(request, 'response')

for (const { name, secure, client } of PROTOCOLS) {
  testSame(
    `${name}: full duplex hangs (write, wait for the echo, then end)`,
    async (recorder) => {
      const echo = await serve(
        recorder,
        (request, response) => {
          response.flushHeaders()
          request.pipe(response)
        },
        secure,
      )
      const request = client.request(echo.origin, { method: 'POST', ca, agent: false })
      request.write('one')
      const response = await answered(request)
      recorder.add(String(await once(response, 'data')))
      request.write('two')
      recorder.add(String(await once(response, 'data')))
      request.end()
      await once(response, 'end')
    },
    options,
  )

  testSame(
    `${name}: an early 413 on an unfinished upload hangs`,
    async (recorder) => {
      const { origin } = await serve(
        recorder,
        (_request, response) => response.writeHead(413, { connection: 'close' }).end('too large'),
        secure,
      )
      const request = client.request(origin, { method: 'POST', ca, agent: false })
      request.on('error', () => {})
      request.write('first')
      const response = await answered(request)
      recorder.add(response.statusCode, await read(response))
      request.destroy()
    },
    options,
  )

  testSame(
    `${name}: expect: 100-continue brings continue twice, then write after end`,
    async (recorder) => {
      const { origin } = await serve(recorder, async (q, s) => s.end(await read(q)), secure)
      const headers = { expect: '100-continue' }
      const request = client.request(origin, { method: 'PUT', ca, agent: false, headers })
      request.on('continue', () => {
        recorder.add('continue')
        request.write('a')
        request.end('b')
      })
      request.flushHeaders()
      recorder.add(await read(await answered(request)))
    },
    options,
  )

  testSame(
    `${name}: expect: 100-continue brings continue twice if a stub asks for the body`,
    async (recorder) => {
      const { origin } = await serve(recorder, async (q, s) => s.end(await read(q)), secure)
      const headers = { expect: '100-continue' }
      const request = client.request(`${origin}/matched`, { method: 'PUT', ca, agent: false, headers })
      request.on('continue', () => {
        recorder.add('continue')
        request.end('a')
      })
      request.flushHeaders()
      recorder.add(await read(await answered(request)))
    },
    { ...options, routes: [rest.put('/matched', {}, { match: { body: 'never' } })] },
  )

  testSame(
    `${name}: a server's refusal of 100-continue comes after a continue that it has not sent`,
    async (recorder) => {
      const { origin, server } = await serve(recorder, () => {}, secure)
      server.on('checkContinue', (_request, response) => response.writeHead(417, { connection: 'close' }).end('no'))
      const headers = { expect: '100-continue' }
      const request = client.request(origin, { method: 'PUT', ca, agent: false, headers })
      request.on('continue', () => recorder.add('continue')).on('error', () => {})
      request.flushHeaders()
      const response = await answered(request)
      recorder.add(response.statusCode, await read(response))
      request.destroy()
    },
    options,
  )
}
