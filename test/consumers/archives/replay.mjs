import assert from 'node:assert/strict'
import { har } from 'mynah/har'
import { CLIENTS } from './clients.mjs'
import { withStubs } from './folder.mjs'

/** Whether an entry has an answer that can be given again. */
export function isAnswered({ request, response }) {
  const status = Number(response?.status)
  return /^https?:/.test(request.url) && status >= 200 && status <= 599
}

/** The request of an entry, as a client would send it. */
export async function initOf({ method, postData }) {
  if (!postData || method === 'GET' || method === 'HEAD') return { method }
  const { mimeType, text, params } = postData
  if (text !== undefined) return { method, headers: { 'content-type': mimeType }, body: Buffer.from(text) }
  const isForm = mimeType.startsWith('multipart/')
  const form = isForm ? new FormData() : new URLSearchParams()
  for (const { name, value = '', fileName, contentType } of params) {
    if (fileName === undefined) form.append(name, value)
    else form.append(name, new File([value], fileName, { type: contentType ?? '' }))
  }
  const written = new Response(form)
  const headers = { 'content-type': written.headers.get('content-type') }
  return { method, headers, body: Buffer.from(await written.arrayBuffer()) }
}

/** Asks every entry of an archive again, in order, by fetch and by http: each gets its recorded answer. Returns how many. */
export async function assertReplays(archive, stubs = har(archive)) {
  const entries = archive.log.entries.filter(isAnswered)
  assert.ok(entries.length > 0)
  let count = 0
  for (const name of ['fetch', 'http']) {
    await withStubs(stubs, async () => {
      for (const { request, response } of entries) {
        const { status, body } = await CLIENTS[name](request.url, await initOf(request))
        const { text, encoding } = response.content ?? {}
        const isBodiless = request.method === 'HEAD' || [204, 205, 304].includes(response.status)
        const recorded = isBodiless
          ? ''
          : Buffer.from(text ?? '', encoding === 'base64' ? 'base64' : 'utf8').toString('hex')
        count++
        assert.deepEqual([status, body.toString('hex')], [Number(response.status), recorded], `${name} ${request.url}`)
      }
    })
  }
  return count
}
