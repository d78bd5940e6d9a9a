import { choose } from '../../src/core/choose/choose.ts'
import { type Candidate, createTable, type Table } from '../../src/core/choose/table.ts'
import { explain, type StubGroup } from '../../src/core/explain/explain.ts'
import type { MatchableRequest } from '../../src/core/match/match.ts'
import type { StubOperation } from '../../src/core/match/operation.ts'
import { rememberResults } from '../../src/core/match/predicate.ts'
import type { Params } from '../../src/core/params.ts'
import { parseBase } from '../../src/core/path/base.ts'
import { parseCookies, parseQueries, type RawBody, record } from '../../src/core/request.ts'
import { defineStub } from '../../src/core/stub/define-stub.ts'
import { isStub, type Method, type Settings, type Stub } from '../../src/core/stub/stub.ts'

/** A request written as text: `POST https://api.test/users`, the method and the origin may be omitted. */
export interface Asked {
  readonly line: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The raw body: the body itself, unless it is given. */
  readonly raw?: string | Uint8Array
}

/** Where a request goes whose line names no origin. */
export const ORIGIN = 'https://api.test'

export function requestOf(asked: string | Asked): MatchableRequest {
  const { line, headers: given = {}, body, raw = body } = typeof asked === 'string' ? { line: asked } : asked
  const [, method = 'GET', target = ''] = /^(?:([A-Z]+) )?(.*)$/s.exec(line) ?? []
  const url = target.startsWith('/') ? ORIGIN + target : target
  const headers = record<string>()
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value
  const parts = { method, url, queries: parseQueries(url), headers, cookies: parseCookies(headers.cookie), body }
  const request = {
    ...parts,
    predicateResults: rememberResults(),
    snapshot: (params) => ({
      ...parts,
      params,
      searchParams: new URL(url).searchParams,
      text: undefined,
      signal: NEVER,
      raw: new Request(url),
    }),
  } satisfies Omit<MatchableRequest, keyof RawBody>
  // A body that is nested too deeply for JSON may still be compared.
  return Object.defineProperties(request, Object.getOwnPropertyDescriptors(rawBodyOf(raw))) as MatchableRequest
}

/** A text and bytes stand for themselves, other bodies for their JSON. */
function rawBodyOf(raw: unknown): RawBody {
  const toText = () => (raw === undefined || typeof raw === 'string' ? raw : JSON.stringify(raw))
  return {
    get text() {
      return raw instanceof Uint8Array ? new TextDecoder().decode(raw) : toText()
    },
    get bytes() {
      if (raw instanceof Uint8Array) return raw
      const text = toText()
      return text === undefined ? undefined : new TextEncoder().encode(text)
    },
  }
}

const NEVER = new AbortController().signal

/** What a table of stubs says to a request, with all that a matcher threw on the way. */
export interface Outcome {
  readonly decision: Candidate | undefined
  readonly thrown: readonly { readonly stub: Stub; readonly error: unknown }[]
}

export interface DecideOptions {
  readonly baseUrl?: string
  /** Stubs whose `times` is used up. */
  readonly spent?: readonly Stub[]
}

export function decide(stubs: readonly Stub[], asked: string | Asked, options: DecideOptions = {}): Outcome {
  const request = requestOf(asked)
  const thrown: { stub: Stub; error: unknown }[] = []
  const decision = choose([tableOf(stubs, options)], request, {
    available: (stub) => !options.spent?.includes(stub),
    threw: (stub, error) => thrown.push({ stub, error }),
  })
  return { decision, thrown }
}

/** The report on a request, `hint` being its last line. */
export function reportOf(
  stubs: readonly Stub[],
  asked: string | Asked,
  { hint, ...options }: DecideOptions & { readonly hint?: string } = {},
): string {
  return explanationOf(stubs, asked, options, hint).message
}

export function explanationOf(
  stubs: readonly Stub[],
  asked: string | Asked,
  options: DecideOptions = {},
  hint?: string,
): ReturnType<typeof explain> {
  const group: StubGroup = {
    tables: [tableOf(stubs, options)],
    available: (stub) => !options.spent?.includes(stub),
  }
  return explain(requestOf(asked), [group], decide(stubs, asked, options).decision, hint)
}

export function tableOf(stubs: readonly Stub[], { baseUrl }: DecideOptions = {}): Table {
  return createTable(stubs, parseBase(baseUrl))
}

/** All candidates of a request, the one to ask first coming first. */
export function candidatesOf(table: Table, method: string, url: string): Candidate[] {
  const offered: Candidate[] = []
  table.find(method, url, (candidate) => {
    offered.push(candidate)
    return false
  })
  return offered
}

/** Returns the params of a URL for a path, or `undefined` if the path does not fit. */
export function paramsOf(path: string | RegExp, line: string, options: DecideOptions = {}): Params | undefined {
  const { decision } = decide([stubOf('GET', path)], line, options)
  return decision?.params
}

/** A stub that answers with `name`, or with its own route as it is written in the tables: `GET /users`. */
export function stubOf(method: Method, path: string | RegExp, settings?: Settings, name = `${method} ${path}`): Stub {
  return defineStub(method, path, name, settings, { stack: 'Error\n    at test/some.test.ts:1:1' })
}

/** The operation of a stub, in a protocol whose requests name theirs in a header. */
export function operationOf(name: string | undefined): StubOperation {
  const takes: StubOperation['takes'] = ({ called }) => called !== undefined && called.name === (name ?? called.name)
  return { protocol: NAMING, title: `query ${name}`, call: `api.query('${name}'`, name, weight: 0, takes }
}

const NAMING: StubOperation['protocol'] = {
  parts: [],
  read(request) {
    const name = request.headers['x-operation']
    if (name === undefined) return { ...request, operation: undefined, called: undefined }
    const operation = { title: `query ${name}`, code: (path: string) => `api(${path}).query('${name}', {})` }
    return { ...request, operation, called: { type: 'query', name, variables: {} } }
  },
}

/** What a stub of `stubOf` answers with. */
export function nameOf({
  parts: {
    replies: [reply],
  },
}: Stub): string {
  if (reply?.kind !== 'content' || reply.body.kind !== 'text') throw new Error('not a stub of stubOf')
  return JSON.parse(reply.body.text)
}

/** A copy of a stub that counts each read of its data, at any depth. */
export function counted<Value extends object>(value: Value, counter: { reads: number }): Value {
  // A stub keeps its parts privately, and a proxy cannot read them.
  const names = [...Object.getOwnPropertyNames(value), ...(isStub(value) ? ['parts'] : [])]
  const copied = (name: string) => ({
    value: Reflect.get(value, name) as unknown,
    configurable: true,
    enumerable: true,
  })
  const copy = Array.isArray(value)
    ? [...value]
    : Object.create(Object.getPrototypeOf(value), Object.fromEntries(names.map((name) => [name, copied(name)])))
  return new Proxy(copy as Value, {
    get(target, key, receiver) {
      counter.reads++
      const inner: unknown = Reflect.get(target, key, receiver)
      const data = Array.isArray(inner) || Object.prototype.toString.call(inner) === '[object Object]'
      return data ? counted(inner as object, counter) : inner
    },
  })
}
