import { type Call, exists, type Mocks, type MocksOptions, oneOf, rest, type Stub, setupMocks } from 'mynah'
import { createResolver } from 'mynah/core'

const stubs: Stub[] = [
  rest.get('/users', [{ id: 1 }]),
  rest.get('/users', [], { match: { queries: { role: oneOf(['admin', 'guest']), page: exists() } }, times: 2 }),
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

export const calls: Call[] = mocks.calls({ method: 'GET' })
export const response: Promise<Response> = createResolver(stubs).fetch(new Request('https://api.test/users'))
