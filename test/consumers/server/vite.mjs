import express from 'express'
import { createServer } from 'vite'

// Vite's own recipe for server rendering: https://vite.dev/guide/ssr
const vite = await createServer({
  root: new URL('vite', import.meta.url).pathname,
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: 'custom',
  logLevel: 'error',
})
const app = express()
app.use(vite.middlewares)
app.use(async (request, response) => {
  try {
    const { render } = await vite.ssrLoadModule('/entry-server.js')
    response.send(await render(request.originalUrl))
  } catch (error) {
    response.status(500).send(error.message)
  }
})
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
