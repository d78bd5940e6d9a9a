import { expect, test } from 'vitest'
import { rest } from '../../../src/entries/index.ts'
import { choiceStub } from '../../../src/storybook/channel/choice-stub.ts'

test('a choice stands at the route of its stub, behind the same base', () => {
  const chosen = choiceStub(rest.at('/api').get('/teams', []), '404')
  expect(chosen).toMatchObject({ method: 'GET', path: '/teams', at: '/api', status: 404 })
  expect(String(chosen)).toBe("rest.at('/api').get('/teams')")
})

test('a choice breaks the contract of its stub: a document need not describe a failure', () => {
  const stub = rest.get('/teams', [])
  const { pattern } = stub.parts
  const contract = { checkRequest: () => {}, parseReply: () => {} } as never
  const described = Object.create(stub, { declarer: { value: { pattern, contract } } })
  expect(choiceStub(described, '500').parts.declarer).toEqual({ pattern })
})
