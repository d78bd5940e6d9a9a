import type ts from 'typescript'
import type { ClearedCalls } from '../declare/cleared-calls.ts'
import { isCommonJs } from '../declare/setup.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { nthOf } from '../mock-function/calls.ts'
import { expectationOn } from '../read/assertions.ts'
import type { Binding } from '../read/imports.ts'
import { type Link, nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { filterCode, routesNamed } from './calls/filters.ts'
import { areCalled, namesIn } from './calls/verify-call.ts'

const MATCHER = /^toHave(Last|Nth)?(FetchedHead|Fetched|Got|Posted|Put|Deleted|Patched)(Times)?$/
const METHODS: Readonly<Record<string, string>> = {
  Got: 'get',
  Posted: 'post',
  Put: 'put',
  Deleted: 'delete',
  Patched: 'patch',
  FetchedHead: 'head',
}

/** An assertion on the mocked fetch: `expect(fetchMock).not.toHavePosted(url)`. */
interface Assertion {
  readonly isNot: boolean
  readonly name: string
  readonly call: ts.CallExpression
}

/** Rewrites `expect(fetchMock).toHavePosted(url)`. Returns whether a use is the subject of such an assertion. */
export function convertMatcher(
  source: Source,
  use: ts.Node,
  mocks: string,
  { statement, module }: Pick<Binding, 'statement' | 'module'>,
  cleared: ClearedCalls,
): boolean {
  const assertion = assertionOn(source, use)
  if (!assertion) return false
  const { name, call, isNot } = assertion
  const not = isNot ? '.not' : ''
  if (name === 'toBeDone') source.replace(call, doneCode(source, assertion, mocks))
  else {
    const [, which, verb = '', times] = MATCHER.exec(name) ?? leaveByHand(`write ${name}() with mocks.calls()`)
    const [count, ...rest] = which === 'Nth' || times ? call.arguments : [undefined, ...call.arguments]
    const filter = filterCode(source, rest[0], rest[1], METHODS[verb])
    const number = count && source.code(count)
    if (which) {
      const place = which === 'Last' ? '.at(-1)' : `[${nthOf(source, count)}]`
      const all = cleared.code(call, mocks, '')
      source.replace(call, `expect(${cleared.code(call, mocks, filter)})${not}.toContainEqual(${all}${place})`)
    } else if (filter === '' || cleared.clearBefore(call, mocks)) {
      const code = number ? `${not}.toHaveLength(${number})` : `${isNot ? '' : '.not'}.toHaveLength(0)`
      source.replace(call, `expect(${cleared.code(call, mocks, filter)})${code}`)
    } else {
      const matcher = times ? 'toHaveRequestedTimes' : 'toHaveRequested'
      source.replace(call, `expect(${mocks})${not}.${matcher}(${filter}${number ? `, ${number}` : ''})`)
      importMatchers(source, statement, module)
    }
  }
  return true
}

/** Whether a node is the subject of one of fetch-mock's assertions. */
function assertionOn(source: Source, use: ts.Node): Assertion | undefined {
  const found = expectationOn(source, use)
  const [, not, name = ''] = /^(?:(not)\.)?(\w+)$/.exec(found?.path ?? '') ?? []
  return found && (MATCHER.test(name) || name === 'toBeDone')
    ? { isNot: not !== undefined, name, call: found.call }
    : undefined
}

/** The global fetch, where one of fetch-mock's assertions is about it. `names` stand for fetch-mock themselves. */
export function fetchesAsserted(source: Source, names: readonly ts.Symbol[]): ts.Identifier[] {
  const { ts, checker, file } = source
  const isAsserted = (node: ts.Node): node is ts.Identifier =>
    ts.isIdentifier(node) && node.text === 'fetch' && assertionOn(source, node) !== undefined
  return nodesIn(ts, file, isAsserted).filter((node) => {
    const symbol = checker.getSymbolAtLocation(node)
    return !symbol || !names.includes(symbol)
  })
}

function doneCode(source: Source, { isNot, call }: Assertion, mocks: string): string {
  const [route] = call.arguments
  if (!route) return `expect(() => ${mocks}.verify({ unused: true }))${isNot ? '' : '.not'}.toThrow()`
  const names = namesIn(source, route)
  const isLimited = ({ name, node }: Link) => /Once$/.test(name) || /\brepeat\b/.test(node.getText(source.file))
  if (!names.every((one) => source.ts.isStringLiteralLike(one) && !routesNamed(source, one.text, call).some(isLimited)))
    leaveByHand(`count what this route took: expect(${mocks}.calls(path)).toHaveLength(times)`)
  const [name, ...others] = names
  if (others.length > 0) return `expect(${areCalled(source, route, mocks)}).toBe(${!isNot})`
  return `expect(${mocks}.calls(${filterCode(source, name, undefined)}))${isNot ? '' : '.not'}.toHaveLength(0)`
}

/** mynah's matchers are imported once. */
function importMatchers(source: Source, statement: ts.Node, module: string): void {
  const path = source.quote(/vitest/.test(module) ? 'mynah/vitest' : 'mynah/jest')
  const code = `${isCommonJs(source, statement) ? `require(${path})` : `import ${path}`}${source.style.semicolon}\n`
  const start = statement.getStart(source.file)
  if (!source.edits.slice(start, start).includes(code)) source.edits.insert(start, code)
}
