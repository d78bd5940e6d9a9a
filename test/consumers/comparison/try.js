import { CLIENTS } from './clients.js'
import { LIBRARIES } from './libraries.js'

/* Prints as JSON what one library does in a fresh process. */

const URL = 'http://api.test/users'
const within = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 3000, 'no answer'))])

async function answeredBy(names) {
  const answered = []
  for (const name of names) {
    const text = await within(CLIENTS[name](URL)).catch(() => {})
    if (text === '"mocked"') answered.push(name)
  }
  return answered
}

const TOPICS = {
  async clients(start) {
    // A test file imports its client before it starts mocks.
    await import('undici')
    await start()
    return answeredBy(['fetch', 'http', 'undici 8', 'HTTP/2'])
  },
  /** In a process of its own: jsdom is a client of undici too. */
  async xhr(start) {
    const { JSDOM, VirtualConsole } = await import('jsdom')
    const options = { url: 'http://api.test/', virtualConsole: new VirtualConsole() }
    globalThis.XMLHttpRequest = new JSDOM('', options).window.XMLHttpRequest
    await start()
    return answeredBy(['XMLHttpRequest'])
  },
  async miss(start) {
    const stop = await start()
    const got = await fetch('http://api.test/other').then(
      (response) => response.status,
      () => 'rejects',
    )
    try {
      await stop()
      return { got, test: 'passes' }
    } catch {
      return { got, test: 'fails' }
    }
  },
  async webSockets(start, library) {
    const { WebSocket: Ws } = await import('ws')
    const url = 'ws://chat.test/'
    if (library === 'mynah') {
      const { rest, setupMocks } = await import('mynah')
      const { websocket } = await import('mynah/websocket')
      setupMocks([rest.get('http://chat.test/', websocket({ open: ({ send }) => send('mocked') }))]).start()
    } else if (library === 'msw') {
      const { ws } = await import('msw')
      const { setupServer } = await import('msw/node')
      const handler = ws.link(url).addEventListener('connection', ({ client }) => client.send('mocked'))
      setupServer(handler).listen({ onUnhandledFrame: 'bypass' })
    } else await start()
    const messageOf = (socket) =>
      new Promise((resolve, reject) => {
        socket.onmessage = ({ data }) => resolve(data)
        socket.onerror = reject
      })
    const answered = []
    for (const [name, open] of [
      ['the global class', () => new WebSocket(url)],
      ['ws', () => new Ws(url)],
    ]) {
      const message = await within(messageOf(open())).catch(() => {})
      if (message === 'mocked') answered.push(name)
    }
    return answered
  },
  async graphql(_start, library) {
    if (library === 'mynah') {
      const { setupMocks } = await import('mynah')
      const { graphql } = await import('mynah/graphql')
      setupMocks([graphql('http://api.test/graphql').query('GetUser', { data: { user: 'mocked' } })]).start()
    } else if (library === 'msw') {
      const { graphql } = await import('msw/graphql')
      const { HttpResponse } = await import('msw')
      const { setupServer } = await import('msw/node')
      setupServer(
        graphql.link('http://api.test/graphql').query('GetUser', () => HttpResponse.json({ data: { user: 'mocked' } })),
      ).listen()
    } else return Object.keys(await import(library)).includes('graphql')
    const response = await fetch('http://api.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'query GetUser { user { id } }' }),
    })
    return (await response.json()).data.user === 'mocked'
  },
  /** msw's event in an `afterEach`. */
  async unhandled() {
    const { HttpResponse, http } = await import('msw')
    const { setupServer } = await import('msw/node')
    const server = setupServer(http.get(URL, () => HttpResponse.json('mocked')))
    server.listen({ onUnhandledFrame: 'bypass' })
    const misses = []
    server.events.on('request:unhandled', ({ request }) => misses.push(request.url))
    await fetch('http://api.test/other').catch(() => {})
    return misses
  },
}

const [topic, library] = process.argv.slice(2)
const result = await TOPICS[topic](LIBRARIES[library], library)
process.stdout.write(JSON.stringify(result), () => process.exit())
