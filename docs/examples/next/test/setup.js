import { beforeEach, vi } from 'vitest'
import { mocks } from './mocks.js'

beforeEach(mocks)

// Outside a request of Next, both modules throw. A test sets the cookies, and sees which tags are revalidated.
const store = new Map()
vi.mock('next/headers', () => ({ cookies: async () => store }))
vi.mock('next/cache', () => ({ revalidateTag: vi.fn(), revalidatePath: vi.fn() }))

beforeEach(() => {
  store.clear()
  store.set('session', { name: 'session', value: 'abc' })
})
