import { expect, onTestFinished, test } from 'vitest'
import { join } from '../../src/dispatch.ts'
import type { Interceptable } from '../../src/interceptable.ts'
import { AbortSource } from '../../src/runtime/abort.ts'
import { rejectionOf } from './support.ts'

test.each([
  {
    title: 'throws',
    answer: () => {
      throw new RangeError('a fault')
    },
  },
  { title: 'rejects', answer: () => Promise.reject(new RangeError('a fault')) },
])('mocks of another copy whose answer $title do not pass it for an answer of a server', async ({ answer }) => {
  const blamed: unknown[] = []
  const faulty: Interceptable = {
    baseUrl: undefined,
    group: { tables: [], available: () => true },
    ended: new AbortSource(),
    answer,
    rule: () => ({ kind: 'passthrough' }),
    lose: () => ({ kind: 'passthrough' }),
    blame: (error) => blamed.push(error),
  }
  onTestFinished(join(faulty))
  const error = await rejectionOf(fetch('http://api.test/users'))
  expect(error).toMatchObject({
    code: 'INTERNAL',
    message: 'mynah itself failed on GET http://api.test/users: RangeError: a fault',
  })
  expect(blamed).toEqual([error])
})
