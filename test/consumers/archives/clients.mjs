import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import axios from 'axios'
import got from 'got'
import { request as undiciRequest } from 'undici'

/*
 * Asks by each client: `(url, { method, headers, body, signal }) => { status, headers, body }`, with no redirect followed, no
 * request repeated, and the body as bytes.
 */

async function byFetch(url, init = {}) {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const headers = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}

async function byHttp(url, { method = 'GET', headers = {}, body, signal } = {}) {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const message = await new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, ...length }, signal }, resolve)
    sent.on('error', reject).end(body)
  })
  const chunks = []
  for await (const chunk of message) chunks.push(chunk)
  return { status: message.statusCode, headers: message.headers, body: Buffer.concat(chunks) }
}

async function byUndici(url, { method = 'GET', ...init } = {}) {
  const { statusCode, headers, body } = await undiciRequest(url, { method, ...init })
  return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) }
}

async function byAxios(url, { method = 'GET', headers = {}, body, signal } = {}) {
  const config = { url, method, headers, data: body, signal, adapter: 'http', responseType: 'arraybuffer' }
  const never = { maxRedirects: 0, validateStatus: null, transformRequest: (data) => data }
  const { status, headers: received, data } = await axios.request({ ...config, ...never })
  return { status, headers: { ...received }, body: Buffer.from(data) }
}

async function byGot(url, { method = 'GET', headers = {}, body, signal } = {}) {
  const never = { followRedirect: false, throwHttpErrors: false, retry: { limit: 0 }, allowGetBody: true }
  const options = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) }
  const response = await got(url, { ...options, ...never, responseType: 'buffer' })
  return { status: response.statusCode, headers: response.headers, body: Buffer.from(response.body) }
}

export const CLIENTS = { fetch: byFetch, http: byHttp, undici: byUndici, axios: byAxios, got: byGot }
