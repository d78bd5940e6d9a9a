import { rest, setupMocks, sse } from 'mynah'
import { equal, same, tests } from './harness.js'
import { mocks, originals } from './mocks.js'

let runs = 0

/** Opens an EventSource, and returns all that a page can observe, until so many events have come, and a little longer. */
function trace(Class, base, { path, events, init, on = {}, prepare = () => {} }) {
  return new Promise((resolve) => {
    const seen = []
    const source = new Class(`${base}${path}?run=${++runs}`, init)
    const note = (what) => seen.push(what.replace(base, ''))
    let count = 0
    const listener = (event) => {
      const { type, data, lastEventId, origin, isTrusted: _isTrusted, target } = event
      const kind = event.constructor.name
      note(
        `${kind} ${type} ${source.readyState} ${JSON.stringify([data, lastEventId])} ${origin === location.origin} ${target === source}`,
      )
      on[type]?.(source, note, event)
      if (++count === events) setTimeout(finish, 150)
    }
    const finish = () => {
      note(`at last ${source.readyState}`)
      source.close()
      note(`closed ${source.readyState}`)
      setTimeout(() => resolve(seen), 50)
    }
    for (const type of ['open', 'message', 'error', 'user', 'empty', 'none']) source.addEventListener(type, listener)
    note(`made ${source.readyState} ${source.withCredentials}`)
    prepare(source, note)
    if (events === 0) setTimeout(finish, 150)
  })
}

const SCENARIOS = {
  'events, named or not': { path: '/plain', events: 6 },
  'the headers of the request': { path: '/headers', events: 2 },
  'line breaks of all kinds, in pieces': { path: '/breaks', events: 6 },
  'bytes of one character in two chunks': { path: '/bytes', events: 3 },
  'two byte order marks': { path: '/boms', events: 2 },
  'ids, and how the next connection is asked for': { path: '/ids', events: 19 },
  'times of reconnection': { path: '/retries', events: 7 },
  'a connection that breaks in the middle of an event': { path: '/cut', events: 5 },
  'a server that goes down': { path: '/restarts', events: 7 },
  'events with the names of its own': { path: '/named', events: 4 },
  'status 404': { path: '/not-found', events: 1 },
  'status 201': { path: '/created', events: 1 },
  'another content type': { path: '/json', events: 1 },
  'a content type that begins alike': { path: '/untyped', events: 1 },
  'a content type with a charset': { path: '/with-charset', events: 2 },
  'a connection that is refused': { path: '/down', events: 1 },
  'a redirect': { path: '/moved', events: 6 },
  'a redirect with a query': { path: '/moved-for-good', events: 6 },
  'a redirect to itself': { path: '/moved-in-a-circle', events: 1 },
  credentials: { path: '/plain', events: 6, init: { withCredentials: true } },
  'a close when it opens': { path: '/plain', events: 1, on: { open: (source) => source.close() } },
  'a close between two events of one chunk': { path: '/named', events: 2, on: { error: (source) => source.close() } },
  'a close before the next connection': { path: '/retries', events: 3, on: { error: (source) => source.close() } },
  'a close at once': { path: '/plain', prepare: (source) => source.close(), events: 0 },
  'handlers and their order': {
    path: '/named',
    events: 4,
    prepare(source, note) {
      const handler = (name) =>
        function handle({ type, target }) {
          note(`${name} on${type} ${this === source} ${target === source}`)
        }
      const first = handler('first')
      source.onmessage = first
      source.addEventListener('message', handler('listener'))
      note(`set ${source.onmessage === first} ${source.onerror} ${source.onopen}`)
      source.onmessage = handler('second')
      source.onopen = handler('open')
      source.onopen = null
      source.onerror = 'no function'
      note(`set ${source.onmessage === first} ${source.onerror} ${source.onopen}`)
    },
  },
}

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  tests[`an EventSource is as the page's own: ${name}`] = async () => {
    const [native, real, mocked] = await Promise.all([
      trace(originals.EventSource, '/real/events', scenario),
      trace(EventSource, '/real/events', scenario),
      trace(EventSource, '/mocked/events', scenario),
    ])
    same('let out', real, native)
    same('mocked', mocked, native)
    mocks.reset({ failures: true })
  }
}

tests["an EventSource has the properties of the page's own"] = async () => {
  const propertiesOf = (Class) => {
    const urls = ['/mocked/events/plain', '/mocked/events/plain?é=ü#hash', 'data:text/event-stream,data: 1']
    const made = urls.map((url) => new Class(url))
    for (const one of made) one.close()
    const { length, CONNECTING, OPEN, CLOSED } = Class
    const [one] = made
    return [
      made.map(({ url, withCredentials, readyState }) => [url, withCredentials, readyState]),
      [length, CONNECTING, OPEN, CLOSED, one.CONNECTING, one.OPEN, one.CLOSED],
      [String(one), one instanceof Class, one instanceof originals.EventSource, 'onmessage' in one, Object.keys(one)],
      ['http://', 'https://user:pass@['].map((url) => thrownBy(() => new Class(url).url)),
      thrownBy(() => Class('/plain')),
    ]
  }
  equal(propertiesOf(EventSource), propertiesOf(originals.EventSource))
  mocks.reset({ failures: true })
}

/** Resolves with the readyState at an EventSource's next event of a type. */
const stateAt = (source, type) =>
  new Promise((resolve) => source.addEventListener(type, () => resolve(source.readyState), { once: true }))

tests['an EventSource that no stub takes is closed, and fails the test once'] = async () => {
  equal(await stateAt(new EventSource('/eventz'), 'error'), EventSource.CLOSED)
  equal(
    mocks.unmatched().map(({ request }) => request.url),
    [`${location.origin}/eventz`],
  )
  equal(
    thrownBy(() => mocks.verify()),
    'UnmatchedRequestError',
  )
  mocks.reset({ failures: true })
}

tests['an EventSource whose resolver throws is closed'] = async () => {
  equal(await stateAt(new EventSource('/broken'), 'error'), EventSource.CLOSED)
  mocks.reset({ failures: true })
}

tests['an EventSource is closed when its mocks end, whether it reads or waits for its next connection'] = async () => {
  const own = setupMocks([
    rest.get('/short', sse([{ data: 'a', retry: 50 }])),
    rest.get('/endless', () => sse(endless())),
  ])
  own.start()
  const [short, endlessOne] = [new EventSource('/short'), new EventSource('/endless')]
  await Promise.all([stateAt(short, 'error'), stateAt(endlessOne, 'message')])
  const closed = [stateAt(short, 'error'), stateAt(endlessOne, 'error')]
  own.stop()
  equal(await Promise.all(closed), [EventSource.CLOSED, EventSource.CLOSED])
  equal(
    mocks.unmatched().map(({ request }) => request.url),
    [`${location.origin}/short`],
  )
  mocks.reset({ failures: true })
}

async function* endless() {
  yield 'a'
  await new Promise(() => {})
}

function thrownBy(run) {
  try {
    return run()
  } catch ({ name }) {
    return name
  }
}
