import { describe, expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { seenError } from './fetch-oracle.ts'
import { onBoth } from './oracle.ts'

/** With an earlier fetch, an abort makes a response without a body fail, and its clone locks any other. */
const readsAborted = Number.parseInt(process.versions.node, 10) >= 24

describe('a response without bytes: `response.body` was null, so that its reader failed and it could be read twice', () => {
  const rows = ['GET', 'POST', 'HEAD'].flatMap((method) =>
    [200, 201, 302, 404, 204, 304].map((status) => ({ method, status })),
  )
  test.for([
    ...rows.map((row) => ({ ...row, headers: {}, aborts: false })),
    { method: 'GET', status: 200, headers: { 'content-encoding': 'gzip' }, aborts: false },
    ...(readsAborted ? [200, 204] : []).map((status) => ({ method: 'GET', status, headers: {}, aborts: true })),
  ])('$method $status $headers, aborted before it is read: $aborts', async ({ method, status, headers, aborts }) => {
    const { real, mocked } = await onBoth({
      server: (_request, response) => response.writeHead(status, headers).end(),
      routes: [rest.all('/none', undefined, { status, headers })],
      client: async (origin) => {
        const controller = new AbortController()
        const { signal } = controller
        const response = await fetch(`${origin}/none`, { method, redirect: 'manual', ...(aborts && { signal }) })
        const { body } = response
        const clone = response.clone()
        if (aborts) controller.abort()
        const texts = [clone.text(), response.text(), response.text()]
        const read = await Promise.all(texts.map((text) => text.catch(seenError)))
        return { isNull: body === null, isStream: body instanceof ReadableStream, used: response.bodyUsed, read }
      },
    })
    expect(mocked).toEqual(real)
  })
})
