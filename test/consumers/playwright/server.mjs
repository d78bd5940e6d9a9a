import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { chunksOf, createAnswers } from './clients/answers.mjs'

/* The application: a page, its script and an icon. It counts the requests that reach it under /api, and answers under /t as the stubs do. */
const reached = []
const answers = {
  '/': [
    'text/html',
    '<!doctype html><link rel=icon href=/icon.svg><title>app</title><script src=/app.js></script><ul></ul>',
  ],
  '/popup': ['text/html', '<!doctype html><title>popup</title>'],
  '/app.js': ['text/javascript', 'window.loaded = true'],
  '/worker.js': ['text/javascript', 'onmessage = async ({ data }) => postMessage(await (await fetch(data)).json())'],
  '/icon.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
}

const answerOf = createAnswers()

const listener = async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname.startsWith('/t/')) return sendAnswer(request, response)
  if (pathname === '/reached') return response.end(JSON.stringify(reached))
  const [type, body] = answers[pathname] ?? []
  if (type) return response.setHeader('content-type', type).end(body)
  reached.push(`${request.method} ${pathname}`)
  response.setHeader('content-type', 'application/json').end('{"from":"network"}')
}

async function sendAnswer(request, response) {
  const body = (await buffer(request)).toString('latin1')
  const answer = answerOf({ method: request.method, url: request.url, headers: request.headers, body })
  if (answer.down) return request.socket.resetAndDestroy()
  if (answer.never) return
  response.writeHead(answer.status, answer.statusText, answer.headers.flat())
  if (!Array.isArray(answer.body)) return response.end(answer.body)
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  for await (const chunk of chunksOf(answer, gone.signal)) response.write(chunk)
  if (answer.cut) response.socket.destroySoon()
  else response.end()
}

// The second one is another origin.
for (const port of [3123, 3124]) createServer(listener).listen(port)
