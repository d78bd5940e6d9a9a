import { equal, form, tests } from './harness.js'
import { mocks, originals } from './mocks.js'

const BODIES = {
  'a text': () => 'Zoë',
  'no body': () => undefined,
  null: () => null,
  'an empty text': () => '',
  'a Blob with a type': () => new Blob(['{"a":1}'], { type: 'application/json' }),
  'a Blob without a type': () => new Blob(['a']),
  'a form': form,
  'search params': () => new URLSearchParams({ a: '1', b: 'ë' }),
  bytes: () => new Uint8Array([1, 2, 255]),
  'a buffer': () => new Uint8Array([1, 2, 255]).buffer,
  'a number': () => 1,
  'as much as a page may send': () => 'x'.repeat(65_536),
  'more than a page may send': () => 'x'.repeat(65_537),
  'a stream': () => new Blob(['a']).stream(),
}

const { fetch } = originals

/** Replaces the boundary of a form, which is random. */
const plain = (text, type) => text.replaceAll(/boundary=(.*)/.exec(type)?.[1] ?? /$^/g, 'boundary')

performance.setResourceTimingBufferSize(10_000)

const isOver = (url) =>
  performance.getEntriesByName(location.origin + url).some(({ initiatorType }) => initiatorType === 'beacon')

/** Sends a beacon by the page's own function to the server, which tells what it got. */
async function sendReal(send, body) {
  const url = `/real/beacon?${crypto.randomUUID()}`
  const queued = attempt(() => send.call(navigator, url, body()))
  while (queued === true) {
    const got = await (await fetch(url)).json()
    // While one is on its way, its bytes count against the next one.
    if (got && isOver(url))
      return [queued, got.method, got.type && plain(got.type, got.type), plain(got.text, got.type)]
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return [queued]
}

async function sendMocked(body) {
  mocks.reset({ failures: true })
  const queued = attempt(() => navigator.sendBeacon('/mocked/beacon', body()))
  if (queued !== true) return [queued, ...mocks.calls()]
  const [{ request, outcome }] = await mocks.waitFor('/mocked/beacon')
  const type = request.headers['content-type'] ?? null
  const text = new TextDecoder('latin1').decode(await request.raw.arrayBuffer())
  equal(outcome, 'answered')
  return [queued, request.method, type && plain(type, type), plain(text, type)]
}

function attempt(run) {
  try {
    return run()
  } catch ({ name }) {
    return name
  }
}

for (const [name, body] of Object.entries(BODIES)) {
  tests[`sendBeacon sends as the page's own: ${name}`] = async () => {
    const native = await sendReal(originals.sendBeacon, body)
    equal(await sendReal(navigator.sendBeacon, body), native)
    equal(await sendMocked(body), native)
  }
}

tests["sendBeacon refuses what the page's own refuses"] = async () => {
  const refused = (send) =>
    [['http://'], ['data:,a'], ['ftp://api.test/']].map((args) => attempt(() => send.apply(navigator, args)))
  equal(refused(navigator.sendBeacon), refused(originals.sendBeacon))
  equal(navigator.sendBeacon.length, originals.sendBeacon.length)
}

tests['a beacon that no stub takes is queued, and fails the test'] = async () => {
  mocks.reset({ failures: true })
  equal(navigator.sendBeacon('/beacn', 'a'), true)
  equal(mocks.unmatched().length, 1)
  equal(
    attempt(() => mocks.verify()),
    'UnmatchedRequestError',
  )
  mocks.reset({ failures: true })
}

tests['a beacon has the cookies of the page, and stores those of its answer'] = async () => {
  navigator.sendBeacon('/login', 'a')
  await mocks.waitFor('POST /login')
  navigator.sendBeacon('/logout')
  const [{ request }] = await mocks.waitFor('POST /logout')
  equal(request.cookies.session, 'abc')
  mocks.reset({ failures: true })
}
