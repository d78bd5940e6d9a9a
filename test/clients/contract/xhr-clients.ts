import axios from 'axios'
import type { Client, ClientRequest, ClientResponse } from './client.ts'

/** The error of an XMLHttpRequest: only the name of an event. */
class XhrFailure extends Error {}

function ask({ url, method = 'GET', headers = {}, body, signal, timeout = 0 }: ClientRequest): Promise<ClientResponse> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    xhr.responseType = 'arraybuffer'
    xhr.timeout = timeout
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    for (const event of ['error', 'abort', 'timeout']) xhr.addEventListener(event, () => reject(new XhrFailure(event)))
    xhr.addEventListener('load', () => resolve(toResponse(xhr)))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(body ?? null)
    if (signal?.aborted) xhr.abort()
  })
}

function toResponse(xhr: XMLHttpRequest): ClientResponse {
  const lines = xhr.getAllResponseHeaders().split('\r\n').filter(Boolean)
  return {
    status: xhr.status,
    statusText: xhr.statusText,
    headers: joined(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string])),
    setCookies: [],
    bytes: new Uint8Array(xhr.response ?? []),
    url: xhr.responseURL,
  }
}

/** jsdom lists each line that a server sends, as browsers do not. */
function joined(lines: readonly (readonly [string, string])[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of lines) headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  return headers
}

const cannot = {
  cookies: 'a page sends those of document.cookie',
  'error messages': 'its error event has no error',
  'error objects': 'its error event has no error',
  'keep-alive': 'it takes no agent',
  redirected: 'it does not say',
  'set-cookie': 'a page has them in document.cookie',
  streaming: 'it returns the body at the end',
} as const

function xhrClient(name: string, origin: string): Client {
  return {
    name,
    origin,
    request: ask,
    connectionError: () => ({ message: 'error' }),
    abortError: () => ({ message: 'abort' }),
    timeoutError: { message: 'timeout' },
    decodes: true,
    followsRedirects: true,
    cannot,
  }
}

/** The clients of a page, whose origin is the one of `location`. */
export const XHR_CLIENTS: readonly Client[] = [
  xhrClient('XMLHttpRequest in jsdom, to its own origin', location.origin),
  xhrClient('XMLHttpRequest in jsdom, to another origin', 'http://api.test'),
  {
    ...xhrClient('axios, its xhr adapter', 'http://api.test'),
    async request({ body, ...config }) {
      const response = await axios.request({
        ...config,
        adapter: 'xhr',
        responseType: 'arraybuffer',
        ...(body !== undefined && { data: body }),
        validateStatus: () => true,
      })
      return {
        status: response.status,
        headers: { ...response.headers } as Record<string, string>,
        setCookies: [],
        bytes: new Uint8Array(response.data ?? []),
        url: response.request.responseURL,
      }
    },
    connectionError: () => ({ isAxiosError: true, code: 'ERR_NETWORK', message: 'Network Error' }),
    abortError: () => ({ name: 'CanceledError', code: 'ERR_CANCELED' }),
    timeoutError: { isAxiosError: true, code: 'ECONNABORTED', message: 'timeout of 50ms exceeded' },
  },
]
