import { rest, setupMocks } from 'mynah'

// Each line with carets says where the compiler underlines the line above it.
rest.get('/users', [], { satus: 404 })
//                       ^
rest.get('/users', [], { status: '404' })
//                       ^
rest.get('/users', [], { match: { query: { page: 1 } } })
//                                ^
rest.get('/users', [], { match: { params: { id: '1' } } })
//                                          ^
rest.get('/users/:id', [], { match: { params: { name: '1' } } })
//                                              ^
rest.get('/users', [], { headers: { 'x-total': 1 } })
//                                  ^
rest.get('/users/:id', ({ request }) => request.params.name)
//                                                     ^
rest.get('/users', ({ request }) => request.headers.Authorization)
//                                                  ^
rest.get('/users', ({ setStatus }) => setStatus)
//                    ^
rest.get(1, [])
//       ^
rest.get('/users', 1n)
//                 ^
rest.get('/users')
//   ^
rest.get('/users', [], {}, {})
//                         ^
rest.trace('/users', [])
//   ^
rest.post<{ body: { name: string } }>('/users', ({ request }) => request.body.title)
//                                                                            ^
rest.get<{ response: { id: number } }>('/users', { id: '1' })
//                                                 ^
setupMocks([rest.get('/users', [])], { baseURL: 'https://api.test' })
//                                     ^
