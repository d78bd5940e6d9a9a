import type ts from 'typescript'
import { isCommonJs } from '../declare/setup.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn } from '../read/assertions.ts'
import type { Binding } from '../read/imports.ts'
import { nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { filterCode } from './calls/filters.ts'

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
): boolean {
  const assertion = assertionOn(source, use)
  if (!assertion) return false
  const { name, call, isNot } = assertion
  const not = isNot ? '.not' : ''
  if (name === 'toBeDone') source.replace(call, doneCode(assertion, mocks))
  else {
    const [, which, verb = '', times] = MATCHER.exec(name) ?? leaveByHand(`write ${name}() with mocks.calls()`)
    const [count, ...rest] = times ? call.arguments : [undefined, ...call.arguments]
    const filter = filterCode(source, rest[0], rest[1], METHODS[verb])
    const number = count && source.code(count)
    if (which) leaveByHand(`compare the call that this means: ${mocks}.calls(${filter}).at(-1)`)
    if (filter === '') {
      const code = number ? `${not}.toHaveLength(${number})` : `${isNot ? '' : '.not'}.toHaveLength(0)`
      source.replace(call, `expect(${mocks}.calls())${code}`)
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

function doneCode({ isNot, call }: Assertion, mocks: string): string {
  const [route] = call.arguments
  if (!route) return `expect(() => ${mocks}.verify({ unused: true }))${isNot ? '' : '.not'}.toThrow()`
  return leaveByHand(`count what this route took: expect(${mocks}.calls(path)).toHaveLength(times)`)
}

/** mynah's matchers are imported once. */
function importMatchers(source: Source, statement: ts.Node, module: string): void {
  const path = source.quote(/vitest/.test(module) ? 'mynah/vitest' : 'mynah/jest')
  const code = `${isCommonJs(source, statement) ? `require(${path})` : `import ${path}`}${source.style.semicolon}\n`
  const start = statement.getStart(source.file)
  if (!source.edits.slice(start, start).includes(code)) source.edits.insert(start, code)
}
