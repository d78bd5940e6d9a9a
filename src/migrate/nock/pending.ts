import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredStub } from '../layout/model.ts'
import type { Interceptor } from '../read/declared.ts'
import { outerOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** The members of nock and of a scope that tell what has not come yet. */
export const PENDING = /^(?:isDone|pendingMocks|activeMocks)$/

const UNUSED = 'mocks.unused() lists the stubs without a request'

/** Refuses a use of nock itself in a file without stubs: nock has one list for all files, and each file's mocks have their own. */
export function checkOwn(source: Source, interceptors: readonly Interceptor[]): void {
  if (interceptors.length === 0 && !/\bsetupMocks\b/.test(source.file.text))
    leaveByHand('no stub is declared in this file: write it with the mocks that have the stubs')
}

/** Whether `mocks.unused()` lists the same of these interceptors: it has no stub that took one of two requests. */
export function checkUnused(interceptors: readonly Interceptor[], member: string): void {
  const isAlike = ({ stub: { times }, isOptional }: Interceptor) =>
    member === 'activeMocks' ? times === '1' : times === '1' || (times === undefined && !isOptional)
  if (!interceptors.every(isAlike)) leaveByHand(UNUSED)
}

/** Refuses a list whose items are read: they are stubs here, and texts there. `expected` is what an assertion may compare it with. */
export function checkList(source: Source, list: ts.Node, expected?: string): ts.ArrayLiteralExpression | undefined {
  const { ts } = source
  const outer = outerOf(source, list)
  const { parent } = outer
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'length') return undefined
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) {
    const symbol = source.checker.getSymbolAtLocation(parent.name)
    const uses = symbol ? usesOf(source, symbol, parent.name.text).filter((use) => use !== parent.name) : []
    for (const use of uses) checkList(source, use)
    return undefined
  }
  if (emptyOf(source, list)) return undefined
  const call = ts.isCallExpression(parent) ? parent : leaveByHand(UNUSED)
  const statement = source.statementOf(call).getText(source.file)
  if (
    /^console\.\w+\(/.test(statement) ||
    /\)\.(?:not\.)?(?:to\.have\.(?:a\.)?)?(?:toHaveLength|length(?:Of)?)\(\d+\);?$/.test(statement)
  )
    return undefined
  const other = comparedWith(source, call, outer)
  const items = other?.elements.map((one) => (ts.isStringLiteralLike(one) ? one.text : undefined))
  if (!other || !items?.every((item) => item !== undefined && item === expected)) return leaveByHand(UNUSED)
  return other
}

/** The assertion that a list is empty: `expect(list).toEqual([])`, `assert.deepEqual(list, [])`, `expect(list.length).toBe(0)`. */
export function emptyOf(source: Source, list: ts.Node): ts.Statement | undefined {
  const { ts } = source
  let statement: ts.Node = list
  while (!ts.isStatement(statement)) statement = statement.parent
  const text = statement.getText(source.file).replaceAll(/[\s;]/g, '')
  const inner = list.getText(source.file).replaceAll(/\s/g, '')
  const shape = text.replace(inner, '§')
  return EMPTY.test(shape) ? (statement as ts.Statement) : undefined
}

const EMPTY =
  /^expect\(§\)\.(?:toEqual|toStrictEqual|to\.deep\.equal|to\.eql|to\.be\.empty|toHaveLength|to\.have\.lengthOf)(?:\((?:\[\]|0)\))?$|^expect\(§\.length\)\.(?:toBe|toEqual|to\.equal)\(0\)$|^(?:assert|t)\.(?:deepEqual|deepStrictEqual|same)\(§,\[\]\)$|^(?:assert|t)\.(?:equal|strictEqual|is)\(§\.length,0\)$/

/** The list that an assertion compares another one with: `expect(list).toEqual([])`, `assert.deepEqual(list, [])`. */
function comparedWith(source: Source, call: ts.CallExpression, list: ts.Node): ts.ArrayLiteralExpression | undefined {
  const { ts } = source
  const matcher = ts.isPropertyAccessExpression(call.parent) ? call.parent.parent : undefined
  const isExpect = call.expression.getText(source.file) === 'expect'
  const other = isExpect
    ? matcher &&
      ts.isCallExpression(matcher) &&
      /^to(?:Strict)?Equal$/.test(nameOf(source, matcher)) &&
      matcher.arguments[0]
    : /^(?:deepEqual|deepStrictEqual|same)$/.test(nameOf(source, call)) && call.arguments.find((one) => one !== list)
  return other && ts.isArrayLiteralExpression(other) ? other : undefined
}

function nameOf({ ts }: Source, { expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
}

/** Replaces what a test asks of a scope that has one interceptor, and whose variable holds its stub now. */
export function answerQuestion(
  source: Source,
  call: ts.CallExpression,
  name: string,
  one: Interceptor,
  mocks: string,
): void {
  const member = nameOf(source, call)
  const { times } = one.stub
  if (member === 'isDone') {
    source.replace(call, `${mocks}.calls(${name}).length ${times === undefined ? '> 0' : `=== ${times}`}`)
    return
  }
  checkUnused([one], member)
  const expected = checkList(source, call, keyOf(one.stub))
  if (expected && expected.elements.length > 0) source.replace(expected, `[${name}]`)
  source.replace(call, `${mocks}.unused().filter((stub) => stub === ${name})`)
}

/** What nock calls an interceptor: `GET https://api.test:443/a`. */
export function keyOf({ method, place }: DeclaredStub): string | undefined {
  const [, scheme, host, port, path] = /^(https?):\/\/([^/:]+)(:\d+)?(\/.*)?$/.exec(place ?? '') ?? []
  if (scheme === undefined || method === 'all') return undefined
  return `${method.toUpperCase()} ${scheme}://${host}${port ?? (scheme === 'https' ? ':443' : ':80')}${path ?? ''}`
}
