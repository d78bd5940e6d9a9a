/** Runs an XMLHttpRequest, and gives all that a page can see of it. Each scenario prepares, sends, and meddles. */
export function trace(
  Xhr,
  base,
  { method = 'GET', path, properties = {}, headers = {}, body, prepare, on = {}, partial = false, ignored = /$^/ },
) {
  return new Promise((resolve) => {
    const seen = []
    const xhr = new Xhr()
    const note = (what) => seen.push(what)
    const attempt = (name, run) => {
      try {
        note(`${name}: ${show(run())}`)
      } catch (error) {
        note(`${name} threw ${error.name}`)
      }
    }
    const tools = { note, attempt, base, finish: () => setTimeout(() => resolve(seen), 50) }
    const listen = (target, name) => {
      for (const type of [
        'loadstart',
        'progress',
        'load',
        'error',
        'abort',
        'timeout',
        'loadend',
        'readystatechange',
      ]) {
        if (!(`on${type}` in target)) continue
        target[`on${type}`] = (event) => {
          const { loaded, total, lengthComputable } = event
          const length = partial || xhr.readyState === 4 ? lengthOf(xhr) : ''
          const sizes = loaded === undefined ? '' : ` ${loaded}/${total} ${lengthComputable}`
          note(`${name}${type} ${xhr.readyState} ${xhr.status} ${length}${sizes} ${event.target === target}`)
          on[`${name}${type}`]?.(xhr, tools)
          if (name === '' && type === 'loadend' && !on.loadend) tools.finish()
        }
      }
    }
    listen(xhr, '')
    listen(xhr.upload, 'upload.')
    xhr.open(method, base + path)
    Object.assign(xhr, properties)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    prepare?.(xhr, tools)
    xhr.send(typeof body === 'function' ? body() : body)
    note('sent')
    on.sent?.(xhr, tools)
  }).then((seen) =>
    seen
      // Chromium tells of an upload that fails though there is none, against the standard.
      .filter((one) => (body ? one !== 'sent' : !one.startsWith('upload.')))
      // What Chromium tells of progress is not always what has just arrived.
      .filter((one) => !ignored.test(one))
      .map((one) => one.replaceAll(base, '')),
  )
}

const lengthOf = (xhr) => (xhr.responseType === '' ? xhr.responseText.length : '')

const IGNORED =
  /^(cache-control|connection|date|keep-alive|transfer-encoding|vary|access-control-.*|content-encoding): /

/** All that is asked of one that has ended. */
async function readAll(xhr, { note, attempt, finish }) {
  attempt('status', () => xhr.status)
  attempt('url', () => new URL(xhr.responseURL).pathname)
  attempt('response', () => xhr.response)
  // Chromium parses JSON anew each time, against the standard.
  const { response } = xhr
  if (xhr.responseType !== 'json') attempt('same', () => xhr.response === response)
  attempt('text', () => xhr.responseText)
  attempt('xml', () => xhr.responseXML)
  attempt('header', () => xhr.getResponseHeader('Content-Type'))
  attempt('no header', () => xhr.getResponseHeader('x-none'))
  attempt('headers', () =>
    xhr
      .getAllResponseHeaders()
      .split('\r\n')
      .filter((line) => !IGNORED.test(line))
      .join('|'),
  )
  if (xhr.response instanceof Blob) note(`blob ${await xhr.response.text()}`)
  finish()
}

function show(value) {
  if (value instanceof ArrayBuffer) return `bytes ${new Uint8Array(value)}`
  if (value instanceof Blob) return `blob of ${value.size}, ${value.type}`
  if (value instanceof Document)
    return `${value.constructor.name} ${value.contentType} ${value.documentElement.outerHTML}`
  return JSON.stringify(value)
}

const read = { loadend: readAll }
const types = ['', 'text', 'json', 'arraybuffer', 'blob', 'document']
const paths = [
  '/json',
  '/teapot',
  '/empty',
  '/nothing',
  '/untyped',
  '/broken-json',
  '/html',
  '/xml',
  '/broken-xml',
  '/latin1',
  '/bom',
  '/moved',
]

const form = () => {
  const data = new FormData()
  data.append('file', new File(['the file'], 'a.txt'))
  return data
}

export const SCENARIOS = {
  ...Object.fromEntries(
    paths.flatMap((path) =>
      types.map((responseType) => [
        `GET ${path} as ${responseType || 'it comes'}`,
        { path, properties: { responseType }, on: read },
      ]),
    ),
  ),
  HEAD: { method: 'HEAD', path: '/json', on: read },
  'a lower-case method': { method: 'get', path: '/json', on: read },
  chunks: { path: '/chunks', partial: true },
  'a character in two chunks': { path: '/split', on: read, ignored: /^(progress|readystatechange 3) / },
  overrideMimeType: {
    path: '/json',
    prepare: (xhr) => xhr.overrideMimeType('text/plain; charset=iso-8859-1'),
    on: read,
  },
  'overrideMimeType to XML': { path: '/untyped', prepare: (xhr) => xhr.overrideMimeType('text/xml'), on: read },
  'POST text': { method: 'POST', path: '/json', body: 'Zoë', on: read },
  'POST a Blob': { method: 'POST', path: '/json', body: new Blob(['abc']), on: read },
  'POST bytes': { method: 'POST', path: '/json', body: new Uint8Array([1, 2, 3]) },
  'POST a form': { method: 'POST', path: '/json', body: form, on: read },
  'POST parameters': { method: 'POST', path: '/json', body: new URLSearchParams({ a: '1' }) },
  'POST a document': { method: 'POST', path: '/json', body: () => new DOMParser().parseFromString('<a/>', 'text/xml') },
  'POST nothing': { method: 'POST', path: '/json' },
  'the network fails': { path: '/down', on: read },
  'a time-out': { path: '/never', properties: { timeout: 50 }, on: read },
  'a time-out that comes later': {
    path: '/never',
    on: {
      ...read,
      sent: (xhr) =>
        setTimeout(() => {
          xhr.timeout = 40
        }, 20),
    },
  },
  'a time-out in the midst of chunks': {
    path: '/chunks',
    on: {
      ...read,
      progress: (xhr) => {
        xhr.timeout = 1
      },
    },
  },
  abort: {
    path: '/never',
    on: {
      sent: (xhr, { note, finish }) =>
        setTimeout(() => {
          xhr.abort()
          note(`then ${xhr.readyState}`)
          finish()
        }, 20),
    },
  },
  'abort at once': {
    path: '/json',
    on: {
      sent: (xhr, { note, finish }) => {
        xhr.abort()
        note(`then ${xhr.readyState}`)
        finish()
      },
    },
  },
  'abort on its loadstart': {
    path: '/json',
    on: {
      loadstart: (xhr, { finish }) => {
        xhr.abort()
        finish()
      },
    },
  },
  'abort in the midst of chunks': {
    path: '/chunks',
    on: {
      progress: (xhr, { note, finish }) => {
        xhr.abort()
        note(`then ${xhr.readyState} ${xhr.status}`)
        finish()
      },
    },
  },
  'abort at the end': {
    path: '/json',
    on: {
      loadend: (xhr, { note, finish }) => {
        xhr.abort()
        note(`then ${xhr.readyState} ${xhr.status} ${xhr.responseText}`)
        finish()
      },
    },
  },
  'abort before it is sent': { path: '/json', prepare: (xhr) => xhr.abort(), on: read },
  'opened twice': { path: '/json', prepare: (xhr, { base }) => xhr.open('GET', `${base}/teapot`), on: read },
  'opened again at its end': {
    path: '/json',
    on: {
      loadend: once((xhr, { base }) => {
        xhr.open('GET', `${base}/teapot`)
        xhr.send()
      }, readAll),
    },
  },
  'opened again when it is done': {
    path: '/json',
    on: {
      readystatechange: when(
        4,
        once(
          (xhr, { base }) => {
            xhr.open('GET', `${base}/teapot`)
            xhr.send()
          },
          () => {},
        ),
      ),
    },
  },
  'opened again in the midst of chunks': {
    path: '/chunks',
    ignored: /^progress /,
    on: {
      progress: once(
        (xhr, { base }) => {
          xhr.open('GET', `${base}/teapot`)
          xhr.send()
        },
        () => {},
      ),
    },
  },
  'used wrongly': {
    path: '/never',
    on: {
      sent: (xhr, { attempt, finish }) => {
        attempt('send', () => xhr.send())
        attempt('setRequestHeader', () => xhr.setRequestHeader('a', 'b'))
        attempt('text', () => xhr.responseText)
        attempt('headers', () => xhr.getAllResponseHeaders())
        attempt('header', () => xhr.getResponseHeader('a'))
        attempt('method', () => xhr.open('a b', '/'))
        attempt('state', () => xhr.readyState)
        xhr.abort()
        attempt('send, aborted', () => xhr.send())
        finish()
      },
    },
  },
  'used wrongly when it is done': {
    path: '/json',
    on: {
      loadend: (xhr, { attempt, finish }) => {
        attempt('send', () => xhr.send())
        attempt('setRequestHeader', () => xhr.setRequestHeader('a', 'b'))
        attempt('overrideMimeType', () => xhr.overrideMimeType('text/plain'))
        finish()
      },
    },
  },
  'a wrong header': {
    path: '/json',
    prepare: (xhr, { attempt }) => attempt('header', () => xhr.setRequestHeader('a b', 'c')),
    on: read,
  },
}

function once(first, later) {
  let times = 0
  const runs = new WeakMap()
  return (xhr, tools) => {
    times = runs.get(xhr) ?? 0
    runs.set(xhr, times + 1)
    return times === 0 ? first(xhr, tools) : later(xhr, tools)
  }
}

function when(state, run) {
  return (xhr, tools) => xhr.readyState === state && run(xhr, tools)
}
