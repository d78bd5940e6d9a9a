import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSchema, GraphQLError } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { graphql, networkError, schema, setupMocks, websocket } from './library.ts'

/** Where a client finds what it is compared on, and what the other end of its connection notes. */
export interface Endpoint {
  readonly url: string
  readonly noted: unknown[]
  close(): void
}

const SDL = `
  type User { id: ID! name: String }
  type Query { user(id: ID!): User broken: User }
  type Mutation { rename(name: String!): User }
  type Subscription { count(to: Int!): Int forever: Int waiting: Int lost: Int }
`

/** Yields results without an end; notes that the client wants no more. */
async function* forever<Result>(noted: unknown[], result: Result): AsyncGenerator<Result> {
  try {
    for (;;) {
      yield result
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  } finally {
    noted.push('returned')
  }
}

/** Yields one result, and never another one; notes what it is asked for. It is no generator, whose `return` would wait too. */
function waiting<Result>(noted: unknown[], result: Result): AsyncIterableIterator<Result> {
  const results = [result]
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next() {
      noted.push('next')
      const value = results.pop()
      return value === undefined ? new Promise(() => {}) : Promise.resolve({ done: false, value })
    },
    async return() {
      noted.push('return')
      return { done: true, value: undefined }
    },
  }
}

const numbers = (to: number) => Array.from({ length: to }, (_, at) => at + 1)

/** Starts a server of graphql-ws on loopback. */
export async function serveGraphql(): Promise<Endpoint> {
  const noted: unknown[] = []
  /** How often the subscription was asked for whose connection is lost the first time. */
  let asked = 0
  const http = createServer()
  const server = new WebSocketServer({ server: http, path: '/graphql' })
  const roots = {
    query: {
      user: ({ id }: { id: string }) => ({ id, name: 'Ada' }),
      broken: () => {
        throw new GraphQLError('No such user', { extensions: { code: 'NOT_FOUND' } })
      },
    },
    mutation: { rename: ({ name }: { name: string }) => ({ id: '1', name }) },
    subscription: {
      async *count({ to }: { to: number }) {
        for (const count of numbers(to)) yield { count }
      },
      forever: () => forever(noted, { forever: 1 }),
      waiting: () => waiting(noted, { waiting: 1 }),
      async *lost(_: unknown, { socket }: { socket: WebSocket }) {
        yield { lost: ++asked }
        if (asked > 1) return
        await new Promise((resolve) => setTimeout(resolve, 20))
        socket.terminate()
      },
    },
  }
  useServer(
    {
      schema: buildSchema(SDL),
      roots,
      context: ({ extra }) => extra,
      onSubscribe({ connectionParams }, _id, { operationName }) {
        if (operationName === 'Params') noted.push(connectionParams)
      },
    },
    server as never,
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/graphql`,
    noted,
    close() {
      for (const socket of server.clients) socket.terminate()
      http.close()
    },
  }
}

/** Starts mocks that answer the same. */
export function mockGraphql(): Endpoint & { readonly mocks: ReturnType<typeof setupMocks> } {
  const noted: unknown[] = []
  /** How often the subscription was asked for whose connection is lost the first time. */
  let asked = 0
  const api = graphql('/graphql', { websocket, schema: schema(SDL) })
  const mocks = setupMocks([
    api.query(/User$/, ({ variables: { id } }) => ({ data: { user: { id, name: 'Ada' } } })),
    api.query('Params', ({ request, variables: { id } }) => {
      noted.push((request.body as { connectionParams?: object }).connectionParams)
      return { data: { user: { id, name: 'Ada' } } }
    }),
    api.query('Broken', {
      data: { broken: null },
      errors: [
        {
          message: 'No such user',
          locations: [{ line: 1, column: 16 }],
          path: ['broken'],
          extensions: { code: 'NOT_FOUND' },
        },
      ],
    }),
    api.mutation('Rename', ({ variables: { name } }) => ({ data: { rename: { id: '1', name } } })),
    api.subscription('Count', ({ variables: { to } }) => numbers(to as number).map((count) => ({ data: { count } }))),
    api.subscription('Forever', () => forever(noted, { data: { forever: 1 } })),
    api.subscription('Waiting', () => waiting(noted, { data: { waiting: 1 } })),
    api.subscription('Lost', async function* () {
      yield { data: { lost: ++asked } }
      if (asked > 1) return
      await new Promise((resolve) => setTimeout(resolve, 20))
      yield networkError()
    }),
  ])
  mocks.start()
  return {
    url: 'ws://api.test/graphql',
    noted,
    mocks,
    close() {
      mocks.reset({ failures: true })
      mocks.stop()
    },
  }
}
