const { GET_USER } = require('./api.cjs')

const GET_BROKEN = 'query GetBroken { broken }'
const CREATE_USER = 'mutation CreateUser($name: String!) { createUser(name: $name) { id name } }'
const UPLOAD = 'mutation Upload($file: File!) { upload(file: $file) }'
const COUNTDOWN = 'subscription Countdown($from: Int!) { countdown(from: $from) }'

/** What a client hands on of an error: its messages, and what else a server says of it. */
function errorsOf(error) {
  const errors = error?.errors ?? error?.graphQLErrors ?? error?.response?.errors ?? []
  return errors.map(({ message, path, extensions }) => ({ message, path, code: extensions?.code }))
}

/** The values of an observable until its end. */
function valuesOf(observable) {
  return new Promise((resolve, reject) => {
    const values = []
    observable.subscribe({ next: (value) => values.push(value), error: reject, complete: () => resolve(values) })
  })
}

/** Returns the cases: what each client is asked, and what it hands on, as plain data. `packages` are those that are loaded. */
module.exports = (packages) => [
  ...apollo(packages),
  ...urql(packages),
  ...graphqlRequest(packages),
  ...relay(packages),
  ...graphqlSse(packages),
]

function apollo({ apollo: { ApolloClient, HttpLink, InMemoryCache, gql }, batchHttp, persistedQueries, upload }) {
  const clientOf = (link) => new ApolloClient({ link, cache: new InMemoryCache() })
  const ask = async (client, query, variables) => {
    const { data, error } = await client.query({ query: gql(query), variables, errorPolicy: 'all' })
    return { data, errors: errorsOf(error) }
  }
  const sha256 = async () => 'get-user'
  return [
    ['Apollo: a query', (uri) => ask(clientOf(new HttpLink({ uri })), GET_USER, { id: '1' })],
    ['Apollo: null', (uri) => ask(clientOf(new HttpLink({ uri })), GET_USER, { id: '404' })],
    ['Apollo: errors', (uri) => ask(clientOf(new HttpLink({ uri })), GET_BROKEN)],
    ['Apollo: GET', (uri) => ask(clientOf(new HttpLink({ uri, useGETForQueries: true })), GET_USER, { id: '1' })],
    [
      'Apollo: a mutation',
      (uri) => clientOf(new HttpLink({ uri })).mutate({ mutation: gql(CREATE_USER), variables: { name: 'Ada' } }),
    ],
    [
      'Apollo: a batch',
      (uri) => {
        const client = clientOf(new batchHttp.BatchHttpLink({ uri, batchMax: 3, batchInterval: 50 }))
        return Promise.all([
          ask(client, GET_USER, { id: '1' }),
          ask(client, GET_BROKEN),
          ask(client, GET_USER, { id: '2' }),
        ])
      },
    ],
    [
      'Apollo: a persisted query',
      (uri) => {
        const link = new persistedQueries.PersistedQueryLink({ sha256 }).concat(new HttpLink({ uri }))
        return ask(clientOf(link), GET_USER, { id: '1' })
      },
    ],
    upload && [
      'Apollo: an upload',
      (uri) => {
        const file = new File(['abc'], 'a.txt', { type: 'text/plain' })
        return clientOf(new upload({ uri })).mutate({ mutation: gql(UPLOAD), variables: { file } })
      },
    ],
  ].filter(Boolean)
}

function urql({ urql: { Client, fetchExchange } }) {
  const clientOf = (url, options) =>
    new Client({ url, exchanges: [fetchExchange], preferGetMethod: 'within-url-limit', ...options })
  const read = ({ data, error }) => ({ data, errors: errorsOf(error) })
  return [
    ['urql: a query by GET', async (url) => read(await clientOf(url).query(GET_USER, { id: '1' }).toPromise())],
    [
      'urql: a query by POST',
      async (url) => read(await clientOf(url, { preferGetMethod: false }).query(GET_USER, { id: '1' }).toPromise()),
    ],
    ['urql: errors', async (url) => read(await clientOf(url).query(GET_BROKEN, {}).toPromise())],
    ['urql: a mutation', async (url) => read(await clientOf(url).mutation(CREATE_USER, { name: 'Ada' }).toPromise())],
    [
      'urql: an upload',
      async (url) =>
        read(
          await clientOf(url)
            .mutation(UPLOAD, { file: new File(['abc'], 'a.txt') })
            .toPromise(),
        ),
    ],
    [
      'urql: a subscription',
      (url) =>
        new Promise((resolve) => {
          const values = []
          const { unsubscribe } = clientOf(url, { fetchSubscriptions: true })
            .subscription(COUNTDOWN, { from: 3 })
            .subscribe((result) => {
              values.push(read(result))
              if (result.hasNext) return
              resolve(values)
              queueMicrotask(() => unsubscribe())
            })
        }),
    ],
  ]
}

function graphqlRequest({ request: { GraphQLClient, batchRequests, request } }) {
  return [
    ['graphql-request: a query', (url) => request(url, GET_USER, { id: '1' })],
    ['graphql-request: a mutation', (url) => request(url, CREATE_USER, { name: 'Ada' })],
    ['graphql-request: errors', (url) => request(url, GET_BROKEN).catch((error) => errorsOf(error))],
    ['graphql-request: GET', (url) => new GraphQLClient(url, { method: 'GET' }).request(GET_USER, { id: '1' })],
    [
      'graphql-request: a batch',
      (url) =>
        batchRequests(url, [
          { document: GET_USER, variables: { id: '1' } },
          { document: GET_USER, variables: { id: '2' } },
        ]),
    ],
  ]
}

function relay({ relay: { Environment, Network, RecordSource, Store, fetchQuery } }) {
  const variable = { kind: 'Variable', name: 'id', variableName: 'id' }
  const field = (name) => ({ alias: null, args: null, kind: 'ScalarField', name, storageKey: null })
  const user = {
    alias: null,
    args: [variable],
    concreteType: 'User',
    kind: 'LinkedField',
    name: 'user',
    plural: false,
    selections: [field('id'), field('name')],
    storageKey: null,
  }
  const definitions = [{ defaultValue: null, kind: 'LocalArgument', name: 'id' }]
  /** What Relay's compiler writes for a query. */
  const queryOf = (params) => ({
    kind: 'Request',
    fragment: {
      argumentDefinitions: definitions,
      kind: 'Fragment',
      metadata: null,
      name: 'GetUser',
      selections: [user],
      type: 'Query',
      abstractKey: null,
    },
    operation: { argumentDefinitions: definitions, kind: 'Operation', name: 'GetUser', selections: [user] },
    params: { cacheID: JSON.stringify(params), metadata: {}, name: 'GetUser', operationKind: 'query', ...params },
  })
  const ask = (url, params) => {
    const network = Network.create(async ({ id, text }, variables) => {
      const body = JSON.stringify({ ...(id ? { doc_id: id } : { query: text }), variables })
      return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()
    })
    const environment = new Environment({ network, store: new Store(new RecordSource()) })
    return fetchQuery(environment, queryOf(params), { id: '1' }).toPromise()
  }
  return [
    ['Relay: a query with variables', (url) => ask(url, { id: null, text: GET_USER })],
    ['Relay: a persisted query', (url) => ask(url, { id: 'get-user', text: null })],
  ]
}

function graphqlSse({ sse: { createClient } }) {
  const ask = (url, payload) => {
    const client = createClient({ url, retryAttempts: 0 })
    return valuesOf({ subscribe: (sink) => client.subscribe(payload, sink) })
  }
  return [
    ['graphql-sse: a subscription', (url) => ask(url, { query: COUNTDOWN, variables: { from: 3 } })],
    ['graphql-sse: a query', (url) => ask(url, { query: GET_USER, variables: { id: '1' } })],
  ]
}

module.exports.COUNTDOWN = COUNTDOWN
module.exports.valuesOf = valuesOf
