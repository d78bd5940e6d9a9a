import { redirect, rest, sse } from 'mynah'
import OpenAI, { toFile } from 'openai'
import { Agent, Dispatcher1Wrapper } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { EVERY_BYTE, FIVE_MEGABYTES } from './clients/contract/sample-bytes.ts'
import { deferred, messageOf, rejectionOf, start, startForgiving, thrownBy } from './promises/support.ts'

const API = 'https://api.openai.com/v1'
const CHAT = `${API}/chat/completions`
const QUESTION = { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello?' }] }

const create = (options) => new OpenAI({ apiKey: 'secret', maxRetries: 0, ...options })
const completion = (content) => ({ id: '1', choices: [{ index: 0, message: { role: 'assistant', content } }] })
const delta = (content) => ({ data: { id: '1', choices: [{ index: 0, delta: { content } }] } })
const contentOf = (chunk) => chunk.choices[0].delta.content

/** Holds the fetch that it found: the real one. */
const early = create()

describe.each([
  { name: 'openai', client: create },
  { name: 'openai, its client made before start', client: (options) => early.withOptions(options ?? {}) },
])('$name', { timeout: 1000 }, ({ client }) => {
  describe('GET', () => {
    test('models, page by page', async () => {
      start([
        rest.get(
          `${API}/fine_tuning/jobs`,
          { data: [{ id: 'c' }], has_more: false },
          { match: { queries: { after: 'b' } } },
        ),
        rest.get(`${API}/fine_tuning/jobs`, { data: [{ id: 'a' }, { id: 'b' }], has_more: true }),
      ])
      const ids = []
      for await (const { id } of client().fineTuning.jobs.list()) ids.push(id)
      expect(ids).toEqual(['a', 'b', 'c'])
    })
  })

  describe('POST JSON', () => {
    test('a completion is matched by its model and messages', async () => {
      start([
        rest.post(CHAT, completion('Hello!'), {
          match: { body: { model: 'gpt-5', messages: [{ content: /^Hello/ }] } },
        }),
      ])
      const { choices } = await client().chat.completions.create(QUESTION)
      expect(choices[0].message.content).toBe('Hello!')
    })
  })

  describe('error status', () => {
    test('a 400 is its error, with what the payload says', async () => {
      const error = { message: 'No such model', type: 'invalid_request_error', param: 'model', code: null }
      start([rest.post(CHAT, { error }, { status: 400, headers: { 'x-request-id': 'req_1' } })])
      const thrown = await rejectionOf(client().chat.completions.create(QUESTION))
      expect(thrown).toBeInstanceOf(OpenAI.BadRequestError)
      expect(thrown).toMatchObject({ status: 400, message: '400 No such model', param: 'model', requestID: 'req_1' })
    })

    test('a 429 is tried again, and answered', async () => {
      const mocks = start([
        rest.post(CHAT, { error: {} }, { status: 429, headers: { 'retry-after-ms': '1' }, times: 1 }),
        rest.post(CHAT, completion('at last'), { match: { headers: { 'x-stainless-retry-count': 1 } } }),
      ])
      const { choices } = await client({ maxRetries: 2 }).chat.completions.create(QUESTION)
      expect(choices[0].message.content).toBe('at last')
      expect(mocks.calls().map(({ response }) => response.status)).toEqual([429, 200])
    })
  })

  describe('headers both ways', () => {
    test('the key goes out, the request’s id comes back', async () => {
      start([
        rest.post(CHAT, ({ request }) => completion(request.headers.authorization), {
          headers: { 'x-request-id': 'req_1' },
        }),
      ])
      const { data, response, request_id } = await client().chat.completions.create(QUESTION).withResponse()
      expect(data.choices[0].message.content).toBe('Bearer secret')
      expect([request_id, response.headers.get('x-request-id')]).toEqual(['req_1', 'req_1'])
    })
  })

  describe('cookies', () => {
    test('a cookie goes out, and several come back', async () => {
      start([
        rest.post(CHAT, ({ request }) => completion(request.cookies.session), {
          headers: { 'set-cookie': ['a=1', 'b=2'] },
        }),
      ])
      const headers = { cookie: 'session=abc' }
      const { data, response } = await client().chat.completions.create(QUESTION, { headers }).withResponse()
      expect([data.choices[0].message.content, response.headers.getSetCookie()]).toEqual(['abc', ['a=1', 'b=2']])
    })
  })

  describe('empty', () => {
    test('a 204 is null', async () => {
      start([rest.delete(`${API}/models/:model`, undefined, { status: 204 })])
      expect(await client().models.delete('mine')).toBe(null)
    })
  })

  describe('binary', () => {
    test('speech arrives byte by byte, and a recording is uploaded so', async () => {
      const mocks = start([
        rest.post(`${API}/audio/speech`, EVERY_BYTE, { headers: { 'content-type': 'audio/mpeg' } }),
        rest.post(`${API}/audio/transcriptions`, { text: 'Hello' }),
      ])
      const speech = await client().audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Hello' })
      expect(new Uint8Array(await speech.arrayBuffer())).toEqual(EVERY_BYTE)
      const file = await toFile(EVERY_BYTE, 'hello.mp3', { type: 'audio/mpeg' })
      expect((await client().audio.transcriptions.create({ file, model: 'whisper-1' })).text).toBe('Hello')
      const [body] = mocks.calls({ path: '/v1/audio/transcriptions' }).map(({ request }) => request.body)
      expect([body.model, body.file.name, body.file.type]).toEqual(['whisper-1', 'hello.mp3', 'audio/mpeg'])
      expect(new Uint8Array(await body.file.arrayBuffer())).toEqual(EVERY_BYTE)
    })
  })

  describe('5 MB', () => {
    test('a file arrives whole', async () => {
      start([rest.get(`${API}/files/:id/content`, FIVE_MEGABYTES)])
      const content = await client().files.content('file-1')
      expect(Buffer.compare(new Uint8Array(await content.arrayBuffer()), FIVE_MEGABYTES)).toBe(0)
    })
  })

  describe('stream', () => {
    test('a completion arrives piece by piece, each before the next is made', async () => {
      const gate = deferred()
      const events = async function* () {
        yield delta('Hel')
        await gate.promise
        yield delta('lo!')
        yield '[DONE]'
      }
      start([rest.post(CHAT, () => sse(events()), { match: { body: { stream: true } } })])
      const pieces = []
      for await (const chunk of await client().chat.completions.create({ ...QUESTION, stream: true })) {
        pieces.push(contentOf(chunk))
        gate.resolve()
      }
      expect(pieces).toEqual(['Hel', 'lo!'])
    })

    test('a static stream answers each time', async () => {
      start([rest.post(CHAT, sse([delta('Hel'), delta('lo!'), '[DONE]']))])
      const once = async () => {
        const pieces = []
        for await (const chunk of await client().chat.completions.create({ ...QUESTION, stream: true })) {
          pieces.push(contentOf(chunk))
        }
        return pieces
      }
      expect([await once(), await once()]).toEqual([
        ['Hel', 'lo!'],
        ['Hel', 'lo!'],
      ])
    })

    test('who leaves it ends it, and its source is told', async () => {
      const ended = deferred()
      const events = async function* () {
        try {
          for (;;) yield delta('Hel')
        } finally {
          ended.resolve('ended')
        }
      }
      start([rest.post(CHAT, () => sse(events()))])
      for await (const _ of await client().chat.completions.create({ ...QUESTION, stream: true })) break
      expect(await ended.promise).toBe('ended')
    })

    test('an error amid it is its error', async () => {
      start([rest.post(CHAT, sse([delta('Hel'), { data: { error: { message: 'Overloaded', code: 'busy' } } }]))])
      const reading = async () => {
        for await (const _ of await client().chat.completions.create({ ...QUESTION, stream: true }));
      }
      expect(await rejectionOf(reading())).toMatchObject({ message: 'Overloaded', code: 'busy' })
    })
  })

  describe('redirect', () => {
    test('a 307 takes the question along', async () => {
      start([
        rest.post(CHAT, redirect('https://eu.api.openai.com/v1/chat/completions', 307)),
        rest.post('https://eu.api.openai.com/v1/chat/completions', ({ request }) =>
          completion(request.body.messages[0].content),
        ),
      ])
      const { choices } = await client().chat.completions.create(QUESTION)
      expect(choices[0].message.content).toBe('Hello?')
    })
  })

  describe('abort', () => {
    test('a request aborted under way rejects, and is aborted in the journal', async () => {
      const mocks = start([rest.post(CHAT, {}, { delay: Number.POSITIVE_INFINITY })])
      const abort = new AbortController()
      mocks.on('request', () => abort.abort())
      const error = await rejectionOf(client().chat.completions.create(QUESTION, { signal: abort.signal }))
      expect(error).toBeInstanceOf(OpenAI.APIUserAbortError)
      await expect.poll(() => mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted'])
    })
  })

  describe('time-out', () => {
    test('a request that waits no longer rejects with its time-out', async () => {
      start([rest.post(CHAT, {}, { delay: Number.POSITIVE_INFINITY })])
      const error = await rejectionOf(client({ timeout: 50 }).chat.completions.create(QUESTION))
      expect(error).toBeInstanceOf(OpenAI.APIConnectionTimeoutError)
      expect(error.message).toBe('Request timed out.')
    })
  })

  describe('keep-alive agent', () => {
    test('requests in a row over the agent that it was given', async () => {
      start([rest.post(CHAT, completion('Hello!'))])
      const dispatcher = new Dispatcher1Wrapper(new Agent({ connections: 1 }))
      onTestFinished(() => dispatcher.close())
      const openai = client({ fetchOptions: { dispatcher } })
      const answers = []
      for (let count = 0; count < 3; count++) answers.push(await openai.chat.completions.create(QUESTION))
      expect(answers.map(({ choices }) => choices[0].message.content)).toEqual(['Hello!', 'Hello!', 'Hello!'])
    })
  })

  describe('unmatched', () => {
    const report = `No stub answers POST ${CHAT}

Nearest: rest.post('${CHAT}')  openai.test.js
  body.model  expected 'gpt-4'
              received 'gpt-5'

To answer it: rest.post('/v1/chat/completions', {})
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.openai.com'] })`
    const routes = [rest.post(CHAT, {}, { match: { body: { model: 'gpt-4' } } })]

    test('the error that rejects has the report in its causes, and the test fails with it', async () => {
      const mocks = startForgiving(routes)
      const error = await rejectionOf(client().chat.completions.create(QUESTION))
      const failure = thrownBy(() => mocks.verify())
      expect(error).toBeInstanceOf(OpenAI.APIConnectionError)
      expect(messageOf(failure)).toBe(report)
      expect(causes(error)).toContain(failure)
    })

    test('a request that it tries again is one report, with how often', async () => {
      const mocks = startForgiving(routes)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => vi.useRealTimers())
      const error = await whileTimePasses(rejectionOf(client({ maxRetries: 2 }).chat.completions.create(QUESTION)))
      expect(causes(error).map(messageOf)).toContain(report)
      expect(messageOf(thrownBy(() => mocks.verify()))).toBe(`${report}\n\nThis happened 3 times`)
    })
  })
})

function causes(error) {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}

/** Lets a second pass in each turn of the event loop, until a promise has settled. */
async function whileTimePasses(promise) {
  let settled = false
  promise.finally(() => {
    settled = true
  })
  while (!settled) {
    vi.advanceTimersByTime(1000)
    await new Promise(setImmediate)
  }
  return promise
}
