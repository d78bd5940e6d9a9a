import { once } from 'node:events'
import http from 'node:http'
import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import zlib from 'node:zlib'
import axios from 'axios'
import * as undici from 'undici'
import { describe, expect, test } from 'vitest'
import { answering, seenError } from './fetch-oracle.ts'
import { onBoth } from './oracle.ts'

describe('a gzip body that is cut off is the same to clients that decode it themselves', () => {
  const cut = answering(zlib.gzipSync('a text that is said again. '.repeat(300)).subarray(0, 60), {
    'content-encoding': 'gzip',
  })
  const gunzip = (body: Readable) => textOf(body.pipe(zlib.createGunzip()))
  const clients: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
    axios: async (url) => (await axios.get(url, { adapter: 'http' })).data,
    'http and zlib': async (url) => gunzip((await once(http.get(url), 'response'))[0]),
    "undici's fetch": async (url) => (await undici.fetch(url)).text(),
    'undici.request and zlib': async (url) => gunzip((await undici.request(url)).body),
  }

  test.for(Object.entries(clients))('%s', async ([, ask]) => {
    const client = (origin: string) => ask(`${origin}/file`).catch(seenError)
    const { real, mocked } = await onBoth({ ...cut, client })
    expect(mocked).toEqual(real)
  })
})
