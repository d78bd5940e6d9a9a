import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { graphql } from '../../src/entries/graphql.ts'
import { type Mocks, networkError, rest, type Stub, setupMocks, status, text } from '../../src/entries/index.ts'
import { websocket } from '../../src/entries/websocket.ts'

const api = graphql('/graphql', { websocket })

function start(...routes: Stub[]): Mocks {
  const mocks = setupMocks(routes)
  mocks.start()
  onTestFinished(() => {
    mocks.reset({ failures: true })
    mocks.stop()
  })
  return mocks
}

interface Open {
  /** Sends messages. */
  send(...messages: unknown[]): void
  /** Returns the next messages. */
  take(count: number): Promise<unknown[]>
  readonly closed: Promise<[code: number, reason: string]>
  readonly client: WebSocket
}

async function open(protocols: string[] = ['graphql-transport-ws'], path = '/graphql'): Promise<Open> {
  const client = new WebSocket(`ws://api.test${path}`, protocols)
  const received: unknown[] = []
  client.on('message', (data) => received.push(JSON.parse(String(data))))
  const closed = once(client, 'close').then(([code, reason]): [number, string] => [code, String(reason)])
  await once(client, 'open')
  return {
    send(...messages) {
      for (const message of messages) client.send(typeof message === 'string' ? message : JSON.stringify(message))
    },
    async take(count) {
      while (received.length < count) await once(client, 'message')
      return received.splice(0, count)
    },
    closed,
    client,
  }
}

const INIT = { type: 'connection_init' }
const ACK = { type: 'connection_ack' }

function subscribe(query: string, id = '1', rest: object = {}): object {
  return { id, type: 'subscribe', payload: { query, ...rest } }
}

test('a subscription, a query and a mutation over one socket', async () => {
  const mocks = start(
    api.subscription('OnCount', [{ data: { count: 1 } }, { data: { count: 2 } }]),
    api.query('GetUser', ({ variables }) => ({ data: { user: variables.id } })),
    api.mutation('Save', { data: null, errors: [{ message: 'No' }] }),
  )
  const socket = await open()
  socket.send(INIT)
  expect(await socket.take(1)).toEqual([ACK])
  socket.send(subscribe('subscription OnCount { count }'))
  expect(await socket.take(3)).toEqual([
    { id: '1', type: 'next', payload: { data: { count: 1 } } },
    { id: '1', type: 'next', payload: { data: { count: 2 } } },
    { id: '1', type: 'complete' },
  ])
  socket.send(subscribe('query GetUser($id: ID) { user(id: $id) }', '2', { variables: { id: 'a' } }))
  expect(await socket.take(2)).toEqual([
    { id: '2', type: 'next', payload: { data: { user: 'a' } } },
    { id: '2', type: 'complete' },
  ])
  socket.send(subscribe('mutation Save { save }', '3'))
  expect(await socket.take(2)).toEqual([
    { id: '3', type: 'next', payload: { data: null, errors: [{ message: 'No' }] } },
    { id: '3', type: 'complete' },
  ])
  expect(mocks.calls().map(({ operation, request }) => operation?.name ?? request.method)).toEqual([
    'GET',
    'OnCount',
    'GetUser',
    'Save',
  ])
  expect(mocks.calls()[0]?.messages).toHaveLength(12)
})
