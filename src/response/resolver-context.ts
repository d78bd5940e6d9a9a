import { MynahError } from '../core/errors.ts'
import { isStatus } from '../core/http-rules.ts'
import type { Params } from '../core/params.ts'
import { asCode } from '../core/refusal.ts'
import { type HeaderList, NEXT, type ResolverContext } from '../core/reply/reply.ts'
import { headerProblem } from '../core/stub/check-settings.ts'
import type { Stub } from '../core/stub/stub.ts'
import { type ReadStates, STATES, type StubStates } from '../core/stub/stub-states.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { ownSnapshot } from '../request/make-snapshot.ts'
import { createFetchReal } from './fetch-real.ts'
import { cookieProblem, cookieText } from './set-cookie.ts'

type HeaderLine = HeaderList[number]

/** The settings of a resolver, which replace the stub's settings. */
export interface Overrides {
  status?: number
  /** All headers, the stub's included: the lines of each name, by the name in lower case. */
  headers?: Map<string, HeaderLine[]>
  delay?: number
  /** Whether the resolver called `next()`. */
  next?: boolean
  /** Set when the answer is made: what a resolver sets later would silently do nothing. */
  isOver?: boolean
}

/** Makes the argument of a resolver; the resolver's settings are written to `overrides`. */
export function contextOf(
  request: IncomingRequest,
  params: Params,
  stub: Stub,
  overrides: Overrides,
  states: StubStates,
): ResolverContext & { readonly [STATES]: ReadStates } {
  const assertRight = (call: string, problem?: string) => {
    const refused = overrides.isOver
      ? ' was called after the answer: a resolver has to await what it waits for'
      : problem && `: ${problem}`
    if (refused) throw new MynahError('RESOLVER', `${call}${refused}\n\n  ${stub}`)
  }
  const put = (call: string, name: string, value: string | readonly string[]) => {
    assertRight(`${call}(${asCode(name)}, …)`, headerProblem(name, value))
    overrides.headers ??= grouped(stub.parts.headers)
    if (call === 'setHeader') overrides.headers.delete(name.toLowerCase())
    append(overrides.headers, name, value)
  }
  const snapshot = ownSnapshot(request, params)
  return {
    request: snapshot,
    fetchReal: (input, init) => createFetchReal(request, snapshot.signal, () => snapshot.raw)(input, init),
    setStatusCode(status) {
      const problem = isStatus(status) ? undefined : 'a status is an integer from 200 to 599'
      assertRight(`setStatusCode(${asCode(status)})`, problem)
      overrides.status = status
    },
    setHeader: (name, value) => put('setHeader', name, value),
    appendHeader: (name, value) => put('appendHeader', name, value),
    setCookie(name, value, options) {
      assertRight(`setCookie(${asCode(name)}, …)`, cookieProblem(name, value, options))
      put('setCookie', 'set-cookie', cookieText(name, value, options))
    },
    setDelay(ms) {
      const isDelay = typeof ms === 'number' && ms >= 0
      assertRight(`setDelay(${asCode(ms)})`, isDelay ? undefined : 'a delay is a number of milliseconds, 0 or more')
      overrides.delay = ms
    },
    next() {
      assertRight('next()')
      overrides.next = true
      return NEXT
    },
    [STATES]: () => states,
  }
}

function grouped(headers: HeaderList): Map<string, HeaderLine[]> {
  const groups = new Map<string, HeaderLine[]>()
  for (const [name, value] of headers) append(groups, name, value)
  return groups
}

function append(headers: Map<string, HeaderLine[]>, name: string, value: string | readonly string[]): void {
  const lower = name.toLowerCase()
  const lines = [value].flat().map((one): HeaderLine => [name, String(one)])
  const known = headers.get(lower)
  if (known) known.push(...lines)
  else headers.set(lower, lines)
}
