import { readAll } from './trace-xhr.js'

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
  'opened again at its end': { path: '/json', on: { loadend: once(openAgain, readAll) } },
  'opened again when it is done': { path: '/json', on: { readystatechange: when(4, once(openAgain)) } },
  'opened again in the midst of chunks': { path: '/chunks', ignored: /^progress /, on: { progress: once(openAgain) } },
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

function openAgain(xhr, { base }) {
  xhr.open('GET', `${base}/teapot`)
  xhr.send()
}

function once(first, later = () => {}) {
  const done = new WeakSet()
  return (xhr, tools) => {
    if (done.has(xhr)) return later(xhr, tools)
    done.add(xhr)
    return first(xhr, tools)
  }
}

function when(state, run) {
  return (xhr, tools) => xhr.readyState === state && run(xhr, tools)
}
