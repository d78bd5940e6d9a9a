import { createHash } from 'node:crypto'
import http2, { type ClientHttp2Session, type ClientHttp2Stream, type ServerHttp2Stream } from 'node:http2'
import { LOOPBACK, once, type Recorder, random, testSame } from './compare.ts'
import { passthrough, rest, type Stub, stream as streamOf } from './library.ts'

/*
 * Random sessions of HTTP/2, beside a real server: without mocks the server answers every stream; with mocks stubs answer some of
 * them, and others pass through at once, or after a while. `npm run test:all` tries 150 of them: `MYNAH_RUNS`.
 */

const RUNS = Number(process.env.MYNAH_RUNS ?? 30)
const FIRST = Number(process.env.MYNAH_FIRST ?? 1)

const SIZES = [0, 1, 100, 16_384, 70_000, 300_000, 3_000_000, 20_000_000]
/** More than the windows hold: the end of such a body cannot be there when its client aborts. */
const LONG = [5, 6, 7].map((at) => SIZES[at] as number)
const WINDOWS = [10_000, 2 ** 16 - 1, 2 ** 20]
const READERS = ['at once', 'late', 'slow', 'pausing', 'never'] as const
const STAGES = ['tick', 'task', 'upload', 'head', 'data'] as const

/** The plan of a random session: how each stream is sent, read and aborted, and who answers it. */
function plan(seed: number) {
  const next = random(seed)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value
  // Few are long: they take most of the time.
  const size = () => pick(next() < 0.15 ? LONG : SIZES.slice(0, 6))
  const streams = Array.from({ length: 1 + Math.floor(next() * 4) }, () => {
    const stage = next() < 0.4 ? pick(STAGES) : undefined
    const isAnswered = stage === undefined || stage === 'head' || stage === 'data'
    return {
      stage,
      abort: pick(['close', 'destroy', 'signal'] as const),
      isAnswered,
      reader: stage === 'data' ? 'at once' : pick(READERS),
      upload: next() < 0.5 || stage === 'upload' ? size() : undefined,
      parts: stage && isAnswered ? [pick(LONG)] : Array.from({ length: 1 + Math.floor(next() * 3) }, size),
      isStreamed: next() < 0.5,
      by: pick(['stub', 'stub', 'passes early', 'passes late'] as const),
    }
  })
  return { streams, window: pick(WINDOWS), isAllowed: next() < 0.3 }
}

type Planned = ReturnType<typeof plan>['streams'][number]

const isNeverRead = ({ reader, stage }: Planned) => reader === 'never' && stage === undefined

/** Bytes that differ, so that a lost or repeated chunk shows. */
const PATTERN = Buffer.from(Array.from({ length: 251 }, (_, at) => at))
const bytes = (size: number) => Buffer.alloc(size, PATTERN)

const nextTask = () => new Promise((resolve) => setImmediate(resolve))

async function tasks(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await nextTask()
}

/** Answers a stream as it is planned, as the stub of the same plan does. */
function answer(stream: ServerHttp2Stream, { isAnswered, parts, upload }: Planned): void {
  stream.on('error', () => {})
  let received = 0
  stream.on('data', (chunk) => {
    received += chunk.length
  })
  stream.on('end', () => {
    if (!isAnswered || stream.closed || stream.destroyed) return
    stream.respond({ ':status': received === (upload ?? 0) ? 200 : 400 })
    for (const size of parts) stream.write(bytes(size))
    stream.end()
  })
}

function stubOf(planned: Planned, at: number): Stub {
  const { by, parts, isStreamed, isAnswered, upload } = planned
  const path = `/${at}`
  if (by === 'passes early') return rest.all(path, passthrough())
  if (by === 'passes late') {
    return rest.all(path, async () => {
      await tasks(5)
      return passthrough()
    })
  }
  if (!isAnswered) return rest.all(path, 'never', { delay: Number.POSITIVE_INFINITY })
  return rest.all(path, ({ request, setStatusCode }) => {
    if (((request.body as Uint8Array | undefined)?.length ?? 0) !== (upload ?? 0)) setStatusCode(400)
    if (!isStreamed) return new Uint8Array(Buffer.concat(parts.map(bytes)))
    return streamOf(parts.map(bytes))
  })
}

/** Sends a stream. Returns what its client sees of it. */
async function send(session: ClientHttp2Session, at: number, planned: Planned): Promise<unknown> {
  const { stage, abort, upload } = planned
  const controller = new AbortController()
  const method = upload === undefined ? 'GET' : 'POST'
  const options = abort === 'signal' ? { signal: controller.signal } : {}
  const head = { ':path': `/${at}`, ':method': method, 'content-type': 'application/octet-stream' }
  const stream = session.request(head, options)
  const seen: Record<string, unknown> = {}
  stream.on('error', (error: NodeJS.ErrnoException) => {
    seen.error = error.code
  })
  stream.on('aborted', () => {
    seen.aborted = true
  })
  const closed = once(stream, 'close')
  const giveUp = () => {
    if (abort === 'signal') controller.abort()
    else if (abort === 'close') stream.close(http2.constants.NGHTTP2_CANCEL)
    else stream.destroy()
  }
  const answered = once<Record<string, unknown>>(stream, 'response')
  void answered.then((received) => {
    seen.status = received[':status']
  })
  if (upload !== undefined) {
    const half = Math.floor(upload / 2)
    stream.write(bytes(upload).subarray(0, half))
    if (stage !== 'upload') stream.end(bytes(upload).subarray(half))
  }
  if (stage === 'tick') giveUp()
  if (stage === 'task' || stage === 'upload') setImmediate(giveUp)
  if (stage === 'head') stream.once('response', giveUp)
  if (stage === 'data') stream.once('data', giveUp)
  if (stage === undefined) {
    if ((await Promise.race([answered, closed])) && !stream.destroyed) await read(stream, planned, seen)
    if (planned.reader === 'never') return { ...seen, isNeverRead: true }
  }
  await closed
  return { ...seen, code: stream.rstCode }
}

/** Reads the body of an answer in one of the ways in which clients do. */
async function read(stream: ClientHttp2Stream, { reader }: Planned, seen: Record<string, unknown>): Promise<void> {
  if (reader === 'never') return
  if (reader === 'late') await tasks(30)
  const hash = createHash('sha1')
  let length = 0
  const take = (chunk: Buffer) => {
    length += chunk.length
    hash.update(chunk)
  }
  if (reader === 'slow') {
    for await (const chunk of stream) {
      take(chunk)
      await nextTask()
    }
  } else {
    stream.on('data', (chunk: Buffer) => {
      take(chunk)
      if (reader !== 'pausing') return
      stream.pause()
      setImmediate(() => stream.resume())
    })
    // Node ends a stream without a body although nobody reads it.
    if (!stream.readableEnded) await once(stream, 'end')
  }
  Object.assign(seen, { length, sha1: hash.digest('hex') })
}

async function exchange(recorder: Recorder, { streams, window }: ReturnType<typeof plan>): Promise<void> {
  // In megabytes. A session that holds more resets its streams: when it does is a matter of time.
  const maxSessionMemory = 2 ** 20
  const server = http2.createServer({ maxSessionMemory })
  const served = new Set<http2.ServerHttp2Session>()
  server.on('session', (session) => served.add(session.on('error', () => {})))
  server.on('stream', (stream, { ':path': path }) => answer(stream, streams[Number(path?.slice(1))] as Planned))
  const port = await recorder.bind(server)
  const settings = { initialWindowSize: window }
  const session = http2.connect(`http://127.0.0.1:${port}`, { settings, maxSessionMemory })
  session.on('error', (error: NodeJS.ErrnoException) => recorder.add('session', error.code))
  const ended = once(session, 'close')
  try {
    recorder.add(await Promise.all(streams.map((planned, at) => send(session, at, planned))))
    // A stream that nobody reads keeps its session open.
    if (streams.some(isNeverRead)) session.destroy()
    else session.close()
    await ended
  } finally {
    for (const one of served) one.destroy()
  }
}

for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
  const planned = plan(seed)
  const shown = planned.streams.map(
    ({ by, reader, stage }) => `${by}, ${stage ? `aborted (${stage})` : `read ${reader}`}`,
  )
  testSame(
    `session ${seed} of HTTP/2 is another with mocks: ${shown.join('; ')}`,
    (recorder) => exchange(recorder, planned),
    {
      routes: planned.streams.map(stubOf),
      ...(planned.isAllowed && { passthrough: LOOPBACK }),
    },
  )
}
