import { createServer } from 'node:http'

/* The application: a page, its script and an icon. It counts the requests that reach it under /api. */
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

createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname === '/reached') return response.end(JSON.stringify(reached))
  const [type, body] = answers[pathname] ?? []
  if (type) return response.setHeader('content-type', type).end(body)
  reached.push(`${request.method} ${pathname}`)
  response.setHeader('content-type', 'application/json').end('{"from":"network"}')
}).listen(3123)
