import { ANSWERS, bytesOf, headersOf } from './src/answers.js'

/** Serves under `/real` what the stubs answer. */
export const serveAnswers = {
  name: 'serve-answers',
  configurePreviewServer: ({ middlewares }) => void middlewares.use('/real', serve),
}

async function serve(request, response) {
  for await (const _chunk of request);
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
