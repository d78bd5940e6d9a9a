import { once } from 'node:events'
import http2 from 'node:http2'
import { expect, onTestFinished, test } from 'vitest'
import { rest } from '../../../src/entries/index.ts'
import { start } from '../../promises/support.ts'

test.for(['late', 'slowly'])(
  'a mocked body of 3 MB that is read %s arrives whole, and the process lives on',
  async (how) => {
    start([rest.get('/big', new Uint8Array(3_000_000))])
    const session = http2.connect('http://api.test')
    onTestFinished(() => session.destroy())
    const stream = session.request({ ':path': '/big' })
    await once(stream, 'response')
    for (let at = 0; how === 'late' && at < 30; at++) await new Promise(setImmediate)
    let length = 0
    for await (const chunk of stream) {
      length += chunk.length
      if (how === 'slowly') await new Promise(setImmediate)
    }
    expect(length).toBe(3_000_000)
  },
)
