// Sends 400 MB to a server in another process, through mocks that let them pass. Prints what arrived, and the memory that it took.
import { fork } from 'node:child_process'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { setupMocks } from './library.ts'

function serve(): void {
  const server = http.createServer((request, response) => {
    let received = 0
    request.on('data', (bytes) => {
      received += bytes.length
    })
    request.on('end', () => response.end(String(received)))
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.on('disconnect', () => process.exit())
}

async function upload(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['server'])
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))))
  setupMocks([], { passthrough: ['http://127.0.0.1:*'] }).start()
  let peak = 0
  const chunk = Buffer.alloc(100_000)
  function* body() {
    for (let sent = 0; sent < 4000; sent++) {
      if (sent % 100 === 0) peak = Math.max(peak, process.memoryUsage().rss)
      yield chunk
    }
  }
  const request = http.request({ port, host: '127.0.0.1', method: 'POST' })
  const answered = new Promise<IncomingMessage>((resolve) => request.on('response', resolve))
  await pipeline(Readable.from(body()), request)
  let received = ''
  for await (const bytes of await answered) received += bytes
  console.log(JSON.stringify({ received: Number(received), peak }))
  process.exit()
}

if (process.argv[2] === 'server') serve()
else await upload()
