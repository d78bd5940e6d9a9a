import { WebSocket as WsWebSocket } from 'ws'
import { connections, rest, setupMocks, websocket } from './library.ts'

/*
 * Leaves connections in each state, and should then end of itself: `node test/websocket/leave-open.ts open`. If the process is still
 * there a second later, it says what keeps it, and fails.
 */
const mocks = setupMocks([
  rest.get('/chat', websocket({ message: ({ data, send }) => send(data) })),
  rest.get('/slow', websocket({}), { delay: 60_000 }),
  rest.get('/refused', {}, { status: 401 }),
])

/** The part of a WebSocket that is used here, of each class. */
type Client = Pick<WebSocket, 'addEventListener' | 'send' | 'close'>

function open(path: string): Client[] {
  const url = `ws://api.test${path}`
  const clients: Client[] = [new WsWebSocket(url) as unknown as Client, new WebSocket(url)]
  for (const client of clients) client.addEventListener('error', () => {})
  return clients
}

async function opened(): Promise<Client[]> {
  const clients = open('/chat')
  await Promise.all(clients.map((client) => new Promise((resolve) => client.addEventListener('open', resolve))))
  return clients
}

const STATES: Readonly<Record<string, () => unknown>> = {
  open: opened,
  'open, with messages under way': async () => {
    for (const client of await opened()) for (const text of ['a', 'b']) client.send(text)
  },
  'closed by the client': async () => {
    for (const client of await opened()) client.close(1000)
  },
  'closed by the mock': async () => {
    await opened()
    for (const connection of connections(mocks)) connection.close(1000)
  },
  'broken by the mock': async () => {
    await opened()
    for (const connection of connections(mocks)) connection.break()
  },
  'ended with its mocks': async () => {
    await opened()
    mocks.stop()
  },
  refused: () => open('/refused'),
  'not yet open when the mocks end': () => {
    open('/slow')
    setTimeout(mocks.stop, 20)
  },
}

const [state = ''] = process.argv.slice(2)
mocks.start()
await STATES[state]?.()
if (!STATES[state]) throw new Error(`The states are ${Object.keys(STATES).join(', ')}`)
console.log(state)
setTimeout(() => {
  console.log(`Kept by ${process.getActiveResourcesInfo()}`)
  process.exit(1)
}, 1000).unref()
