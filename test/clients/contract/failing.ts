import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { networkError, rest, stream } from '../../../src/entries/index.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../../promises/support.ts'
import type { Asking } from './asking.ts'

/** How clients fail. */
export function failing({ client, at, get, needs }: Asking): void {
  const report = `No stub answers GET ${at('/users?role=guest')}

Nearest: rest.get('/users')  ${relative(process.cwd(), import.meta.filename)}
  queries.role  expected 'admin'
                received 'guest'

To answer it: rest.get('/users', {})
To let it reach the network: setupMocks(routes, { passthrough: ['${client.origin}'] })`

  describe('unmatched', () => {
    test('an unmatched request fails, and the whole report is in verify()', async () => {
      const mocks = startForgiving([rest.get('/users', [], { match: { queries: { role: 'admin' } } })])
      await expect(get('/users?role=guest')).rejects.toThrow()
      expect(messageOf(thrownBy(() => mocks.verify()))).toBe(report)
      expect(mocks.unmatched().map(({ request }) => request.url)).toEqual([at('/users?role=guest')])
    })
  })

  describe('errors', () => {
    needs('error messages', 'an unmatched request rejects with the report in its message', async () => {
      startForgiving([rest.get('/users', [], { match: { queries: { role: 'admin' } } })])
      const messages = causes(await rejectionOf(get('/users?role=guest'))).map(messageOf)
      expect(messages).toContainEqual(expect.stringContaining(report))
    })

    needs('error objects', 'an unmatched request rejects with the very error that verify() throws', async () => {
      const mocks = startForgiving([])
      const errors = causes(await rejectionOf(get('/users')))
      expect(errors).toContain(thrownBy(() => mocks.verify()))
    })

    needs('error objects', 'what a resolver throws is the very error at the client', async () => {
      const bug = new RangeError('a bug in the test')
      const mocks = startForgiving([
        rest.get('/bug', () => {
          throw bug
        }),
      ])
      expect(causes(await rejectionOf(get('/bug')))).toContain(bug)
      expect(thrownBy(() => mocks.verify())).toBe(bug)
    })

    test.for(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'])('networkError(%s) is the client’s own', async (code) => {
      const mocks = start([rest.get('/down', networkError(code)), rest.get('/made', () => networkError(code))])
      expect(await rejectionOf(get('/down'))).toMatchObject(client.connectionError(code))
      expect(await rejectionOf(get('/made'))).toMatchObject(client.connectionError(code))
      expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered', 'answered'])
    })

    test('Response.error() is a refused connection', async () => {
      start([rest.get('/down', Response.error()), rest.get('/made', () => Response.error())])
      expect(await rejectionOf(get('/down'))).toMatchObject(client.connectionError('ECONNREFUSED'))
      expect(await rejectionOf(get('/made'))).toMatchObject(client.connectionError('ECONNREFUSED'))
    })

    test('a stream that fails is a failure, not a short success', async () => {
      const broken = async function* () {
        yield 'one'
        throw new Error('the source broke')
      }
      start([rest.get('/broken', () => stream(broken()))])
      await expect(get('/broken')).rejects.toThrow()
    })
  })
}

function causes(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : error === undefined ? [] : [error]
}
