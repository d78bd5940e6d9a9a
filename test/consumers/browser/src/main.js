import { networkError, rest, setupMocks, stream, text, UnmatchedRequestError } from 'mynah'
import { ANSWERS, bytesOf, headersOf } from './answers.js'
import icon from './icon.svg'
import { SCENARIOS, trace } from './xhr.js'

const API = 'https://api.test'
const originals = { fetch: globalThis.fetch, XMLHttpRequest: globalThis.XMLHttpRequest }
const tests = {}

const mocks = setupMocks(
  [
    rest.get('/users', [{ id: 1, name: 'John' }]),
    rest.get(`${API}/users/:id`, ({ request }) => ({ id: request.params.id, from: request.url })),
    rest.get('/greeting', text('hello'), { status: 418, headers: { 'x-mood': 'good' } }),
    rest.get('/chunks', ({ setHeader }) => {
      setHeader('x-mood', 'good')
      return stream(chunks())
    }),
    rest.get('/never', undefined, { delay: Number.POSITIVE_INFINITY }),
    rest.get('/down', networkError()),
    rest.get('/broken', () => {
      throw 'no error'
    }),
    rest.post('/files', async ({ request }) => {
      const { file, title } = request.body
      return { title, name: file.name, type: file.type, text: await file.text() }
    }),
    rest.post('/text', ({ request }) => ({ got: request.body })),
    ...Object.entries(ANSWERS).map(([path, answer]) => {
      const { status = 200, chunks } = answer
      const payload = chunks
        ? () => stream(later(chunks))
        : status === 200 || status >= 400
          ? bytesOf(answer)
          : undefined
      return rest.all(`/mocked${path}`, payload, { status, headers: headersOf(answer) })
    }),
    rest.get('/compressed', () => new Response('squeezed').body.pipeThrough(new CompressionStream('gzip')), {
      headers: { 'content-encoding': 'gzip' },
    }),
    rest.all('/mocked/never', undefined, { delay: Number.POSITIVE_INFINITY }),
    rest.all('/mocked/down', networkError()),
  ],
  { passthrough: [({ url }) => url.includes('/real/')] },
)

async function* later(chunks) {
  for (const chunk of chunks) {
    yield typeof chunk === 'string' ? chunk : new Uint8Array(chunk)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** The second chunk waits until the first has been read: a body that is sent as a whole would never end. */
let firstIsRead
async function* chunks() {
  const read = new Promise((resolve) => {
    firstIsRead = resolve
  })
  yield 'one '
  await read
  yield 'two'
}

tests['the page loads what is its own'] = async () => {
  const image = new Image()
  image.src = icon
  await image.decode()
  equal((await import('./lazy.js')).lazy, 'loaded')
  equal((await (await fetch(icon)).text()).startsWith('<svg'), true)
  equal(await sendXhr('GET', icon).then(({ status }) => status), 200)
  equal(mocks.unmatched(), [])
}

tests['fetch gets JSON, from its own origin and another'] = async () => {
  const response = await fetch('/users?page=1')
  equal(response instanceof Response, true)
  equal(response.url, `${location.origin}/users?page=1`)
  equal(await response.json(), [{ id: 1, name: 'John' }])
  equal(await (await fetch(new Request(`${API}/users/7`))).json(), { id: '7', from: `${API}/users/7` })
}

tests['XMLHttpRequest gets JSON, from its own origin and another'] = async () => {
  const own = await sendXhr('GET', '/users', { responseType: 'json' })
  equal(own.response, [{ id: 1, name: 'John' }])
  const other = await sendXhr('GET', `${API}/users/7`, { headers: { authorization: 'Bearer 1' } })
  equal(JSON.parse(other.responseText), { id: '7', from: `${API}/users/7` })
  const teapot = await sendXhr('GET', '/greeting')
  equal([teapot.status, teapot.responseText, teapot.getResponseHeader('x-mood')], [418, 'hello', 'good'])
}

tests['chunks come one by one'] = async () => {
  const { body, headers } = await fetch('/chunks')
  equal(headers.get('x-mood'), 'good')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  equal((await reader.read()).value, 'one ')
  firstIsRead()
  equal((await reader.read()).value, 'two')
  equal((await reader.read()).done, true)
}

tests["fetch is aborted with the signal's reason"] = async () => {
  const controller = new AbortController()
  const failure = fetch('/never', { signal: controller.signal }).catch((error) => error)
  const reason = new Error('enough')
  setTimeout(() => controller.abort(reason), 10)
  equal((await failure) === reason, true)
  const timeout = await fetch('/never', { signal: AbortSignal.timeout(10) }).catch((error) => error)
  equal(timeout.name, 'TimeoutError')
}

tests['XMLHttpRequest is aborted'] = async () => {
  const xhr = new XMLHttpRequest()
  const ended = new Promise((resolve) => {
    xhr.onabort = xhr.onload = xhr.onerror = ({ type }) => resolve(type)
  })
  xhr.open('GET', '/never')
  xhr.send()
  setTimeout(() => xhr.abort(), 10)
  equal(await ended, 'abort')
}

tests['XMLHttpRequest times out'] = async () => {
  mocks.reset()
  equal(await sendXhr('GET', '/never', { timeout: 10 }).catch((type) => type), 'timeout')
  equal((await sendXhr('GET', '/users', { timeout: 1000 })).status, 200)
  equal(
    mocks.calls().map(({ outcome }) => outcome),
    ['aborted', 'answered'],
  )
}

tests['a form with a file is uploaded by fetch'] = async () => {
  const response = await fetch('/files', { method: 'POST', body: form() })
  equal(await response.json(), { title: 'Hello', name: 'a.txt', type: 'text/plain', text: 'the file' })
}

tests['a form with a file is uploaded by XMLHttpRequest'] = async () => {
  const { responseText } = await sendXhr('POST', '/files', { body: form() })
  equal(JSON.parse(responseText), { title: 'Hello', name: 'a.txt', type: 'text/plain', text: 'the file' })
}

tests['an XMLHttpRequest is one, whoever asks'] = async () => {
  const xhr = new XMLHttpRequest()
  equal([xhr instanceof XMLHttpRequest, xhr instanceof originals.XMLHttpRequest], [true, true])
  equal([XMLHttpRequest.DONE, xhr.LOADING, String(xhr)], [4, 3, '[object XMLHttpRequest]'])
  equal(xhr.upload instanceof XMLHttpRequestUpload, true)
}

tests['a synchronous XMLHttpRequest is let out, or refused with the reason'] = async () => {
  const send = (url) => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', url, false)
    xhr.send()
    return xhr.responseText
  }
  const messageOf = (url) => {
    try {
      return send(url)
    } catch ({ code, message }) {
      return `${code}: ${message.split('\n')[0]}`
    }
  }
  equal(send('/real/json'), ANSWERS['/json'].body)
  equal(messageOf('/user'), `UNMATCHED_REQUEST: No stub answers GET ${location.origin}/user`)
  equal(
    messageOf('/users'),
    `ENVIRONMENT: GET ${location.origin}/users was sent by a synchronous XMLHttpRequest, which cannot be mocked: it leaves no time for an answer`,
  )
  mocks.reset()
}

tests['what XMLHttpRequest sends arrives as it was sent'] = async () => {
  mocks.reset()
  const headers = { 'x-team': 'Red', 'X-Team': 'Blue' }
  await sendXhr('POST', '/text', { body: 'hi', headers, withCredentials: true })
  await sendXhr('POST', '/text', { body: new DOMParser().parseFromString('<a/>', 'text/xml') })
  await sendXhr('POST', '/text', { body: new URLSearchParams({ a: '1' }) })
  await sendXhr('GET', '/users', { body: 'no body' })
  const requests = mocks.calls().map(({ request }) => request)
  equal(
    requests.map(({ body, headers }) => [body, headers['content-type']]),
    [
      ['hi', 'text/plain;charset=UTF-8'],
      ['<a/>', 'application/xml;charset=UTF-8'],
      [{ a: '1' }, 'application/x-www-form-urlencoded;charset=UTF-8'],
      [undefined, undefined],
    ],
  )
  equal([requests[0].headers['x-team'], requests[0].raw.credentials], ['Red, Blue', 'include'])
  equal(await requests[0].raw.text(), 'hi')
}

tests['what comes compressed is read'] = async () => {
  equal(await (await fetch('/compressed')).text(), 'squeezed')
  equal((await sendXhr('GET', '/compressed')).responseText, 'squeezed')
}

tests['text and bytes are sent'] = async () => {
  equal(await (await fetch('/text', { method: 'POST', body: 'hi' })).json(), { got: 'hi' })
  const { responseText } = await sendXhr('POST', '/text', { body: new Blob(['hi'], { type: 'text/plain' }) })
  equal(JSON.parse(responseText), { got: 'hi' })
}

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  tests[`XMLHttpRequest is as the page's own: ${name}`] = async () => {
    const native = await trace(originals.XMLHttpRequest, '/real', scenario)
    same('let out', await trace(XMLHttpRequest, '/real', scenario), native)
    same('mocked', await trace(XMLHttpRequest, '/mocked', scenario), native)
    mocks.reset()
  }
}

tests['the network fails'] = async () => {
  const error = await fetch('/down').catch((error) => error)
  equal([error.name, error.cause?.code], ['TypeError', 'ECONNREFUSED'])
  equal(await sendXhr('GET', '/down').catch((type) => type), 'error')
}

tests['a resolver that throws fails its request, whatever it throws'] = async () => {
  equal(await fetch('/broken').catch((error) => error), 'no error')
  equal(await sendXhr('GET', '/broken').catch((type) => type), 'error')
  mocks.reset()
}

tests['an unmatched request fails with the report'] = async () => {
  const error = await fetch('/user').catch((error) => error)
  equal(error instanceof UnmatchedRequestError, true)
  equal(error.message.split('\n').slice(0, 3), [
    `No stub answers GET ${location.origin}/user`,
    '',
    error.message.split('\n')[2],
  ])
  equal(error.message.includes("Nearest: rest.get('/users')"), true)
  equal(await sendXhr('GET', `${API}/user`).catch((type) => type), 'error')
  equal(
    mocks.unmatched().map(({ request }) => request.url),
    [`${location.origin}/user`, `${API}/user`],
  )
  mocks.reset()
}

tests['the originals are restored'] = async () => {
  equal(globalThis.fetch === originals.fetch, false)
  mocks.stop()
  equal(globalThis.fetch === originals.fetch, true)
  equal(globalThis.XMLHttpRequest === originals.XMLHttpRequest, true)
}

tests['no worker is registered'] = async () => {
  equal(await navigator.serviceWorker.getRegistrations(), [])
}

function form() {
  const body = new FormData()
  body.append('title', 'Hello')
  body.append('file', new File(['the file'], 'a.txt', { type: 'text/plain' }))
  return body
}

/** Rejects with the type of the event that ended it, where that is no `load`. */
function sendXhr(method, url, { headers = {}, body, ...properties } = {}) {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    Object.assign(xhr, properties)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.onload = () => resolve(xhr)
    xhr.onerror = xhr.onabort = xhr.ontimeout = ({ type }) => reject(type)
    xhr.send(body)
  })
}

/** Compares what was seen line by line, and shows from where on it differs. */
function same(what, actual, expected) {
  const from = expected.findIndex((line, index) => line !== actual[index])
  if (from < 0 && actual.length === expected.length) return
  const shown = (lines) => lines.slice(from < 0 ? expected.length : from).join('\n  ')
  throw new Error(`${what}, after ${expected[from - 1]}\nexpected\n  ${shown(expected)}\ngot\n  ${shown(actual)}`)
}

function equal(actual, expected) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== b) throw new Error(`expected ${b}, got ${a}`)
}

/** What the driver asks for: the names of the tests, each with what it threw. */
window.runTests = async () => {
  mocks.start()
  const results = {}
  for (const [name, run] of Object.entries(tests)) {
    const timeout = new Promise((_resolve, reject) => setTimeout(() => reject(new Error('it never ended')), 3000))
    results[name] = await Promise.race([run(), timeout]).then(
      () => null,
      (error) => String(error?.stack ?? error),
    )
  }
  return results
}
