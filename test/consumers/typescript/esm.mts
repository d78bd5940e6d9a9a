import {
  type Call,
  every,
  exists,
  fn,
  type Mocks,
  type MocksOptions,
  not,
  oneOf,
  rest,
  type Stub,
  setupMocks,
  some,
} from 'mynah'
import { collection } from 'mynah/collection'
import { createResolver } from 'mynah/core'
import UnusedReporter, { type UnusedOptions } from 'mynah/unused'

const unused: UnusedOptions = { fail: true }
export const reporters = [new UnusedReporter(unused), new UnusedReporter()]

const stubs: Stub[] = [
  rest.get('/users', [{ id: 1 }]),
  rest.get('/users', [], { match: { queries: { role: oneOf(['admin', 'guest']), page: exists() } }, times: 2 }),
  rest.post('/users', null, {
    match: {
      body: {
        name: fn((v) => v.length > 1),
        age: not((v) => v > 1),
        role: some(
          (v) => v.a,
          every((v) => v.b),
        ),
      },
    },
  }),
  rest.get('/posts/:id{/:part}', ({ request }) => {
    const id: string = request.params.id
    const part: string | undefined = request.params.part
    // @ts-expect-error: the path has no such param
    request.params.name
    return { id, part }
  }),
  rest.get('/files/*path', ({ request }) => request.params.path satisfies string[]),
]

const options: MocksOptions = { baseUrl: 'https://api.test', onUnmatched: 'warn' }
const mocks: Mocks = setupMocks(stubs, options)
const stop: () => void = mocks()
const undo = mocks.use(rest.get('/users', []))
undo[Symbol.dispose]()
mocks[Symbol.dispose]()
stop()

const users = collection('/users', [{ id: 1, name: 'Ada' }], { nextId: (items) => String(items.length) })
export const name: string | undefined = users.in(mocks).get(1)?.name

export const calls: Call[] = mocks.calls({ method: 'GET' })
export const response: Promise<Response> = createResolver(stubs).fetch(new Request('https://api.test/users'))
