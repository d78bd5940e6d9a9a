// @vitest-environment jsdom
import * as http from 'node:http'
import { expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { start } from './support.ts'

const { window } = (globalThis as unknown as { jsdom: { window: typeof globalThis } }).jsdom
const BYTES = [0, 128, 255]

function getByHttp(url: string): Promise<{ type: string | undefined; bytes: number[] }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, async (response) => {
      resolve({ type: response.headers['content-type'], bytes: [...Buffer.concat(await response.toArray())] })
    })
    request.on('error', reject)
  })
}

test.for([
  { title: 'a Blob', blob: new window.Blob([Uint8Array.from(BYTES)], { type: 'image/png' }) },
  { title: 'a File', blob: new window.File([Uint8Array.from(BYTES)], 'a.png', { type: 'image/png' }) },
  {
    title: 'a Blob of an older jsdom, which cannot give its bytes',
    blob: Object.assign(new window.Blob([Uint8Array.from(BYTES)], { type: 'image/png' }), { arrayBuffer: undefined }),
  },
])('$title of jsdom is sent as bytes, and not as the text [object Blob]', async ({ blob }) => {
  start([rest.get('/static', blob as Blob), rest.get('/made', () => blob as Blob)])
  for (const url of ['http://api.test/static', 'http://api.test/made', 'http://api.test/static']) {
    const response = await fetch(url)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual(BYTES)
    expect(await getByHttp(url)).toEqual({ type: 'image/png', bytes: BYTES })
  }
})

test('a FormData of jsdom is sent as a form, and not as the text [object FormData]', async () => {
  const form = new window.FormData()
  form.append('name', 'Ada "Countess"')
  form.append('photo', new window.File([Uint8Array.from(BYTES)], 'a.png', { type: 'image/png' }))
  start([rest.get('/form', form)])
  const head = await fetch('http://api.test/form', { method: 'HEAD' })
  expect([head.headers.get('content-type'), head.body]).toEqual([expect.stringMatching(/^multipart\//), null])
  for (let round = 0; round < 2; round++) {
    const response = await fetch('http://api.test/form')
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(response.headers.get('content-type') ?? '')?.[1]
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe(
      [
        `--${boundary}`,
        'Content-Disposition: form-data; name="name"',
        '',
        'Ada "Countess"',
        `--${boundary}`,
        'Content-Disposition: form-data; name="photo"; filename="a.png"',
        'Content-Type: image/png',
        '',
        '\x00\x80\xff',
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    )
  }
})
