/** The API of the tests, as a server of graphql-yoga and as stubs of mynah. */
exports.SDL = `
  type User { id: ID! name: String! email: String }
  scalar File
  type Query { user(id: ID!): User broken: Int }
  type Mutation { createUser(name: String!): User! upload(file: File!): String! }
  type Subscription { countdown(from: Int!): Int! }
`

const GET_USER = 'query GetUser($id: ID!) { user(id: $id) { id name email } }'
exports.GET_USER = GET_USER

/** What clients send in place of a document. */
exports.PERSISTED = { 'get-user': GET_USER }

const userOf = (id) => (id === '404' ? null : { id, name: `User ${id}`, email: null })

/** The server. `graphql` is the package, `yoga` is graphql-yoga. */
exports.createServer = ({ http, graphql, yoga, persisted }) => {
  const resolvers = {
    Query: {
      user: (_, { id }) => userOf(id),
      broken() {
        throw new graphql.GraphQLError('Out of order', { extensions: { code: 'BROKEN' } })
      },
    },
    Mutation: {
      createUser: (_, { name }) => ({ id: '7', name, email: null }),
      upload: async (_, { file }) => `${file.name}: ${await file.text()}`,
    },
    Subscription: {
      countdown: {
        async *subscribe(_, { from }) {
          for (let countdown = from; countdown > 0; countdown--) yield { countdown }
        },
      },
    },
  }
  const app = yoga.createYoga({
    schema: yoga.createSchema({ typeDefs: exports.SDL, resolvers }),
    batching: true,
    logging: false,
    maskedErrors: false,
    plugins: [
      persisted.usePersistedOperations({
        allowArbitraryOperations: true,
        extractPersistedOperationId: ({ extensions, id, doc_id, documentId }) =>
          extensions?.persistedQuery?.sha256Hash ?? id ?? doc_id ?? documentId,
        getPersistedOperation: (id) => exports.PERSISTED[id] ?? null,
      }),
    ],
  })
  return http.createServer(app)
}

/** The stubs, each operation by its name. */
exports.createStubs = ({ graphql, schema }, url) => {
  const api = graphql(url, { schema: schema(exports.SDL), persisted: exports.PERSISTED })
  return [
    api.query('GetUser', ({ variables }) => ({ data: { user: userOf(variables.id) } })),
    api.query('GetBroken', {
      data: { broken: null },
      errors: [{ message: 'Out of order', path: ['broken'], extensions: { code: 'BROKEN' } }],
    }),
    api.mutation('CreateUser', ({ variables }) => ({
      data: { createUser: { id: '7', name: variables.name, email: null } },
    })),
    api.mutation('Upload', async ({ variables }) => ({
      data: { upload: `${variables.file.name}: ${await variables.file.text()}` },
    })),
    api.subscription('Countdown', ({ variables }) =>
      Array.from({ length: variables.from }, (_, index) => ({ data: { countdown: variables.from - index } })),
    ),
  ]
}
