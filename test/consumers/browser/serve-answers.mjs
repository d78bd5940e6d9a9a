import { ANSWERS, bytesOf, headersOf } from './src/answers.js'
import { chunksOf, streamAnswers } from './src/event-streams.js'
import { SCENARIOS } from './websocket/scenarios.ts'
import { serveWebSocket } from './websocket/serve-websocket.ts'

/** Serves under `/real` what the stubs answer. */
export const serveAnswers = {
  name: 'serve-answers',
  configurePreviewServer: ({ middlewares }) => void middlewares.use('/real', serve),
}

/** Does for `/real/<n>` what the scenario of that number says. */
export const webSockets = await serveWebSocket((url) => SCENARIOS[url.replace('/real/', '')]?.behaviour)

const answerTo = streamAnswers()

/** The beacons that have come, by URL. */
const beacons = new Map()

async function serve(request, response) {
  if (request.url.startsWith('/beacon')) return serveBeacon(request, response)
  if (request.url.startsWith('/events')) return serveStream(request, response)
  for await (const _chunk of request);
  if (request.url === '/websockets') return response.end(String(webSockets.port))
  if (request.url === '/down') return request.socket.destroy()
  if (request.url === '/never') return
  const answer = ANSWERS[request.url]
  const { status = 200, chunks } = answer
  response.writeHead(status, {
    ...headersOf(answer),
    // Or it would be compressed on its way, and chunks become one.
    'cache-control': 'no-transform',
    ...(!chunks && status !== 204 && { 'content-length': bytesOf(answer).length }),
  })
  for (const chunk of chunks ?? []) {
    response.write(typeof chunk === 'string' ? chunk : new Uint8Array(chunk))
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  response.end(bytesOf(answer))
}

/** Keeps what a POST sends, and answers a GET with that. */
async function serveBeacon(request, response) {
  const { method, url, headers } = request
  if (method === 'GET') return response.end(JSON.stringify(beacons.get(url) ?? null))
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('latin1')
  beacons.set(url, { method, type: headers['content-type'] ?? null, text })
  response.end()
}

/** Answers a connection of an EventSource. */
async function serveStream(request, response) {
  const answer = answerTo(new URL(request.url, 'http://localhost').pathname.replace('/events', ''), request.url)
  if (answer.down) return request.socket.destroy()
  // Or the stream would be compressed on its way.
  response.writeHead(answer.status, {
    'content-type': answer.type,
    'cache-control': 'no-transform',
    // Chromium would send a request again if a kept connection closed without a byte.
    connection: 'close',
    ...answer.headers,
  })
  response.flushHeaders()
  for await (const chunk of chunksOf(answer, request.headers)) response.write(chunk)
  if (answer.cut) request.socket.destroy()
  else if (!answer.stays) response.end()
}
