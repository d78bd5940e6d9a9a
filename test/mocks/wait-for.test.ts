import { expect, test } from 'vitest'
import { setupMocks } from '../../src/entries/index.ts'

/* The stack of a `waitFor` that fails begins with the line of the test that called it. */

/** The first line of the stack behind the message. */
function firstFrame(error: unknown): string | undefined {
  const { message, stack } = error as Error
  return stack?.slice(stack.indexOf(message) + message.length).split('\n')[1]
}

test('a waitFor() that times out has the line of its caller', async () => {
  const mocks = setupMocks([])
  mocks.start()
  const error = await mocks.waitFor('/users', { timeout: 0 }).catch((thrown: unknown) => thrown)
  mocks.stop()
  expect(error).toMatchObject({ code: 'WAIT_TIMEOUT' })
  expect(firstFrame(error)).toContain('wait-for.test.ts')
})

test('a waitFor() that is pending when the mocks end has the line of its caller', async () => {
  const mocks = setupMocks([])
  mocks.start()
  const waiting = mocks.waitFor('/users').catch((thrown: unknown) => thrown)
  mocks.stop()
  const error = await waiting
  expect(error).toMatchObject({ name: 'AbortError', message: expect.stringContaining("mocks.waitFor of '/users'") })
  expect(firstFrame(error)).toContain('wait-for.test.ts')
})
