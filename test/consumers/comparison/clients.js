import http from 'node:http'
import http2 from 'node:http2'

/* The clients of this process. Each resolves to the text that it receives, or rejects. */

const collect = (emitter) =>
  new Promise((resolve, reject) => {
    let text = ''
    emitter
      .on('error', reject)
      .on('data', (chunk) => (text += chunk))
      .on('end', () => resolve(text))
  })

export const CLIENTS = {
  fetch: async (url) => (await fetch(url)).text(),
  http: (url) =>
    new Promise((resolve, reject) => {
      http.get(url, (response) => resolve(collect(response))).on('error', reject)
    }),
  'HTTP/2': (url) =>
    new Promise((resolve, reject) => {
      const session = http2.connect(url).on('error', reject)
      const request = session.request({ ':path': new URL(url).pathname })
      collect(request)
        .then(resolve, reject)
        .finally(() => session.destroy())
      request.end()
    }),
  'undici 8': async (url) => {
    const { request } = await import('undici')
    return (await request(url)).body.text()
  },
  XMLHttpRequest: (url) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.onload = () => resolve(request.responseText)
      request.onerror = () => reject(new Error('XMLHttpRequest'))
      request.open('GET', url)
      request.send()
    }),
}
