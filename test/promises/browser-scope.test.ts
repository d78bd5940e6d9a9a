import { expect, test, vi } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving } from './support.ts'

vi.mock('#platform', async (importOriginal) => {
  // Node has it, as Cloudflare's workerd has, where this build can isolate.
  const module = Object.getOwnPropertyDescriptor(process, 'getBuiltinModule') as PropertyDescriptor
  Reflect.deleteProperty(process, 'getBuiltinModule')
  const { createScope, isLasting } = await import('../../src/runtime/platform.browser.ts')
  Object.defineProperty(process, 'getBuiltinModule', module)
  return { ...(await importOriginal<object>()), createScope, isLasting }
})

test('if nothing follows asynchronous work, as in a browser, isolate() throws and all other members work', async () => {
  const mocks = start([rest.get('/users', ['mocked'])])
  expect(await rejectionOf(mocks.isolate(() => 1))).toMatchObject({
    code: 'ENVIRONMENT',
    message: 'isolate() needs Node: a browser cannot tell which test a request belongs to',
  })
  expect(await (await fetch('https://api.test/users')).json()).toEqual(['mocked'])
  expect(mocks.calls()).toHaveLength(1)
})

test('a request that waits for itself fails there too, if its resolver has awaited nothing before', async () => {
  startForgiving([rest.get('/users', async ({ request }) => (await fetch(request.url)).json())])
  expect(await rejectionOf(fetch('https://api.test/users'))).toMatchObject({ code: 'LOOP' })
})
