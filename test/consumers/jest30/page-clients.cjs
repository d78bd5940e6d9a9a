const API = 'https://api.test'

/** The tests of clients that make a `Request` of their own, in Jest's plain jsdom. `load` returns them while mocks are started. */
exports.testPageClients = ({ rest, setupMocks }, load) => {
  const users = [{ id: 1, name: 'Ada' }]
  const mocks = setupMocks([
    rest.get('/users', users),
    rest.post('/users', { id: 2 }, { status: 201 }),
    rest.get('/never', {}, { delay: Number.POSITIVE_INFINITY }),
  ])
  beforeAll(mocks)

  /** The body of the last request. */
  const sent = () => mocks.calls().at(-1).request.body

  describe('a loader and an action of React Router', () => {
    const routes = ({ redirect }) => [
      { path: '/', loader: ({ request }) => fetch(`${API}/users`, { signal: request.signal }).then((it) => it.json()) },
      {
        path: '/new',
        action: async ({ request }) => {
          await fetch(`${API}/users`, { method: 'POST', body: await request.formData(), signal: request.signal })
          return redirect('/')
        },
      },
    ]
    const start = async () => {
      const reactRouter = await load.reactRouter()
      const router = reactRouter.createMemoryRouter(routes(reactRouter))
      await new Promise((resolve) => {
        const finish = () => router.state.initialized && resolve()
        router.subscribe(finish)
        finish()
      })
      return router
    }

    test('a loader', async () => {
      const router = await start()
      expect(router.state.errors).toBe(null)
      expect(Object.values(router.state.loaderData)).toEqual([users])
    })

    test('an action with a form of the page', async () => {
      const router = await start()
      const formData = new FormData()
      formData.append('name', 'Bob')
      await router.navigate('/new', { formMethod: 'post', formData })
      expect([router.state.errors, router.state.location.pathname]).toEqual([null, '/'])
      expect(mocks.calls('POST /users')[0].request.body).toEqual({ name: 'Bob' })
    })
  })

  describe('RTK Query', () => {
    const start = async () => {
      const { createApi, fetchBaseQuery, configureStore } = await load.rtk()
      const api = createApi({
        baseQuery: fetchBaseQuery({ baseUrl: API }),
        endpoints: (build) => ({
          users: build.query({ query: () => '/users' }),
          never: build.query({ query: () => '/never' }),
          add: build.mutation({ query: (body) => ({ url: '/users', method: 'POST', body }) }),
        }),
      })
      const store = configureStore({
        reducer: { [api.reducerPath]: api.reducer },
        middleware: (defaults) => defaults().concat(api.middleware),
      })
      return { api, store }
    }

    test('a query', async () => {
      const { api, store } = await start()
      const { data, error } = await store.dispatch(api.endpoints.users.initiate())
      expect([error, data]).toEqual([undefined, users])
    })

    test('a mutation with a form of the page', async () => {
      const { api, store } = await start()
      const form = new FormData()
      form.append('photo', new File(['abc'], 'a.png'))
      const { data } = await store.dispatch(api.endpoints.add.initiate(form))
      expect([data, sent().photo.size]).toEqual([{ id: 2 }, 3])
    })

    test('an abort', async () => {
      const { api, store } = await start()
      const query = store.dispatch(api.endpoints.never.initiate())
      query.abort()
      expect((await query).error.name).toBe('AbortError')
    })
  })

  describe('openapi-fetch', () => {
    const start = async () => (await load.openapiFetch()).default({ baseUrl: API })

    test('GET', async () => {
      const client = await start()
      const { data } = await client.GET('/users', { signal: new AbortController().signal })
      expect(data).toEqual(users)
    })

    test('POST with a form of the page', async () => {
      const client = await start()
      const form = new FormData()
      form.append('photo', new File(['abc'], 'a.png'))
      const { response } = await client.POST('/users', { body: form, bodySerializer: (body) => body })
      expect([response.status, sent().photo.size]).toEqual([201, 3])
    })
  })
}
