import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import axios from 'axios'
import got from 'got'
import ky from 'ky'
import nodeFetch from 'node-fetch'
import { ofetch } from 'ofetch'
import superagent from 'superagent'
import { request as undiciRequest } from 'undici'

/*
 * Asks by each client: `(url, { method, headers, body, signal }) => { status, headers, body }`, with no redirect followed, no
 * request repeated, and the body as bytes.
 */

async function seen(response) {
  const headers = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}

async function byFetch(url, init = {}) {
  return seen(await fetch(url, { ...init, redirect: 'manual' }))
}

async function byNodeFetch(url, init = {}) {
  return seen(await nodeFetch(url, { ...init, redirect: 'manual' }))
}

async function byKy(url, init = {}) {
  return seen(await ky(url, { ...init, redirect: 'manual', retry: 0, throwHttpErrors: false }))
}

async function byOfetch(url, init = {}) {
  const never = { redirect: 'manual', retry: 0, ignoreResponseError: true, responseType: 'arrayBuffer' }
  const { status, headers, _data } = await ofetch.raw(url, { ...init, ...never })
  return { status, headers: Object.fromEntries(headers), body: Buffer.from(_data ?? []) }
}

async function bySuperagent(url, { method = 'GET', headers = {}, body, signal } = {}) {
  const request = superagent(method, url).set(headers).redirects(0)
  // It returns the request, a promise that nobody would catch.
  signal?.addEventListener('abort', () => void request.abort())
  const response = await request
    .ok(() => true)
    .buffer(true)
    .parse(readBytes)
    .send(body)
  return { status: response.status, headers: response.headers, body: Buffer.from(response.body) }
}

function readBytes(response, done) {
  const chunks = []
  response
    .on('data', (chunk) => chunks.push(Buffer.from(chunk, 'binary')))
    .on('end', () => done(null, Buffer.concat(chunks)))
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

export const CLIENTS = {
  fetch: byFetch,
  http: byHttp,
  undici: byUndici,
  axios: byAxios,
  got: byGot,
  ky: byKy,
  ofetch: byOfetch,
  'node-fetch': byNodeFetch,
  superagent: bySuperagent,
}
