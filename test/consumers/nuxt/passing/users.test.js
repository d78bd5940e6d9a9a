import { mountSuspended } from '@nuxt/test-utils/runtime'
import { rest, setupMocks } from 'mynah'
import { beforeAll, expect, test } from 'vitest'
import App from '../app/app.vue'

const mocks = setupMocks([
  rest.get('/api/users', [{ id: 1, name: 'Ada' }]),
  rest.post('/api/users', ({ request }) => request.body, { status: 201 }),
])
beforeAll(mocks)

test('useFetch of a component', async () => {
  const page = await mountSuspended(App)
  expect(page.text()).toBe('Ada')
  expect(mocks.calls('GET /api/users')).toHaveLength(1)
})

test('$fetch of a path, and of a URL', async () => {
  expect(await $fetch('/api/users', { method: 'POST', body: { name: 'Bob' } })).toEqual({ name: 'Bob' })
  expect(await $fetch('https://api.test/api/users')).toEqual([{ id: 1, name: 'Ada' }])
})
