/** What the reader can start from: the routes on the left, the request on the right. */
export const EXAMPLES = [
  {
    title: 'A matched stub',
    routes: `[
  rest.get('/users', [{ id: 1, name: 'John' }]),
  rest.get('/users', [{ id: 2, role: 'admin' }], {
    match: { queries: { role: 'admin' } },
  }),
]`,
    request: `fetch('https://api.test/users?role=admin')`,
  },
  {
    title: 'A request that no stub answers',
    routes: `[
  rest.get('/users', [{ id: 1 }]),
  rest.post('/users', { id: 2 }, {
    status: 201,
    match: { body: { role: 'admin' } },
  }),
]`,
    request: `fetch('https://api.test/users?page=1', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Ada', role: 'guest' }),
})`,
  },
  {
    title: 'A resolver',
    routes: `[
  rest.get('/posts/:id', ({ request, setStatusCode }) => {
    if (request.params.id !== '0') return { id: request.params.id }
    setStatusCode(404)
    return { error: 'Not Found' }
  }),
]`,
    request: `fetch('https://api.test/posts/0')`,
  },
  {
    title: 'A mistake',
    routes: `[
  rest.get('/users?role=admin', []),
]`,
    request: `fetch('https://api.test/users?role=admin')`,
  },
] as const
