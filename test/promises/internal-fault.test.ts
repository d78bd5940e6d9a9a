import { expect, onTestFinished, test, vi } from 'vitest'
import { createTable } from '../../src/core/choose/table.ts'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { addStarted } from '../../src/exchange/add-started.ts'
import { toStarted } from '../../src/exchange/own-mocks.ts'
import { createPolicy } from '../../src/mocks/on-unmatched.ts'
import { Session } from '../../src/mocks/session/session.ts'
import { rejectionOf } from './support.ts'

test.each([
  { title: 'throws', init: {} },
  { title: 'rejects', init: { method: 'POST', body: 'a body, which is read first' } },
])('a session that $title must not look like an answer of a server', async ({ init }) => {
  const session = new Session(createTable([rest.all('/users', [])]))
  vi.spyOn(session, 'open').mockImplementation(() => {
    throw new RangeError('a fault')
  })
  onTestFinished(
    addStarted(
      toStarted({
        baseUrl: undefined,
        policy: createPolicy('setupMocks', {}),
        sessions: { current: session, beginTest() {} },
        place: () => undefined,
        mocks: () => setupMocks([]),
      }),
    ),
  )
  const error = await rejectionOf(fetch('http://api.test/users', init))
  expect(error).toMatchObject({
    code: 'INTERNAL',
    message: `mynah itself failed on ${init.method ?? 'GET'} http://api.test/users: RangeError: a fault`,
  })
  expect(session.failures.errors).toEqual([error])
})
