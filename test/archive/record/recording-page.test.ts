// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { entriesOf, outsideOfCi, serve, temporaryFile, withCassette } from './recording.ts'

outsideOfCi()

/** Sends a request by XMLHttpRequest; returns its status and its text. */
function send(method: string, url: string, body?: string): Promise<[number, string]> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    if (body !== undefined) xhr.setRequestHeader('content-type', 'application/json')
    xhr.addEventListener('loadend', () => resolve([xhr.status, xhr.responseText]))
    xhr.send(body)
  })
}

test('what a page asks by XMLHttpRequest is recorded, and answered again by it and by fetch', async () => {
  const origin = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ url: request.url, body: Buffer.concat(chunks).toString() }))
  })
  const file = temporaryFile()
  const run = async () => [await send('GET', `${origin}/a?n=1`), await send('POST', `${origin}/b`, '{"n":1}')]
  const first = await withCassette(file, { origins: [origin] }, run)
  expect(first).toEqual([
    [201, '{"url":"/a?n=1","body":""}'],
    [201, '{"url":"/b","body":"{\\"n\\":1}"}'],
  ])
  expect(entriesOf(file).map(({ request }) => request.method)).toEqual(['GET', 'POST'])
  expect(await withCassette(file, { origins: [origin] }, run)).toEqual(first)
  const byFetch = await withCassette(file, { origins: [origin] }, async () => (await fetch(`${origin}/a?n=1`)).text())
  expect(byFetch).toBe(first[0]?.[1])
})
