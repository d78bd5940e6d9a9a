import http from 'node:http'
import { text } from 'node:stream/consumers'
import * as undici from 'undici'

/** Sends one request, and returns the text of its answer. */
export type Ask = (url: string, body?: string) => Promise<string>

const { fetch: captured } = globalThis
const agent = new http.Agent({ keepAlive: true })

export const clients: Readonly<Record<'fetch' | 'fetch, captured before' | 'http' | 'undici', Ask>> = {
  fetch: overFetch((url, init) => fetch(url, init)),
  'fetch, captured before': overFetch(captured),
  http: (url, body) =>
    new Promise<string>((resolve, reject) => {
      const request = http.request(url, { agent, method: body === undefined ? 'GET' : 'POST' })
      request.on('error', reject).on('response', (response) => text(response).then(resolve, reject))
      request.end(body)
    }),
  undici: async (url, body) => {
    const response = await undici.request(url, body === undefined ? {} : { method: 'POST', body })
    return response.body.text()
  },
}

function overFetch(send: typeof fetch): Ask {
  return async (url, body) => (await send(url, body === undefined ? {} : { method: 'POST', body })).text()
}
