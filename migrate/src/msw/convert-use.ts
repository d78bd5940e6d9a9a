import type ts from 'typescript'
import type { Source } from '../read/source.ts'
import { convertType, isType } from './handlers/msw-types.ts'
import { convertDelay } from './handlers/resolver.ts'
import { convertResponse } from './handlers/responses.ts'

/** Rewrites a use of an export of msw outside of handlers, or says what to write in its place. */
export function convertUse(source: Source, use: ts.Identifier, exported: string): void {
  if (exported === 'HttpResponse') source.attempt(use, () => convertResponse(source, use))
  else if (exported === 'delay') source.attempt(use, () => convertDelay(source, use))
  else if (isType(source, use)) source.attempt(use, () => convertType(source, use, exported))
  else source.leave(use, BY_HAND[exported] ?? `${exported} of msw: see "From MSW" in migrating.md`)
}

export const MSW_1 = 'msw 1 is not converted'

export const STORIES =
  'msw-storybook-addon takes handlers of msw: use parameters: { mynah: { routes } } of mynah/storybook'

/** What to write in place of an export of msw that many files have. */
const BY_HAND: Readonly<Record<string, string>> = {
  setupServer: 'keep what setupServer() returns in a variable: mynah-migrate follows that',
  setupWorker: 'keep what setupWorker() returns in a variable: mynah-migrate follows that',
  ws: 'write rest.get(url, websocket({ open, message, close })), with websocket of mynah/websocket',
  bypass: 'outside of a resolver, let the origin pass: setupMocks(routes, { passthrough: [origin] })',
  matchRequestUrl: 'this needs no server of msw: keep it, or ask for the calls: mocks.calls({ method, path })',
  '*': "import the names of msw one by one: import { http, HttpResponse } from 'msw'",
}
