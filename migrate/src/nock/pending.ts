import type ts from 'typescript'
import { checkList, nameOf, UNUSED } from '../declare/unused-list.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredStub } from '../layout/model.ts'
import { replaceComparison } from '../read/assertions.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Source } from '../read/source.ts'

/** The members of nock and of a scope that tell what has not come yet. */
export const PENDING = /^(?:isDone|pendingMocks|activeMocks)$/

export const NO_STUB = 'no stub is declared in this file: write it with the mocks that have the stubs'

/** Refuses a use of nock itself in a file without stubs: nock has one list for all files, and each file's mocks have their own. */
export function checkOwn(source: Source, interceptors: readonly Interceptor[]): void {
  if (interceptors.length === 0 && !/\bsetupMocks\b/.test(source.file.text)) leaveByHand(NO_STUB)
}

/** Whether `mocks.unused()` lists the same of these interceptors: it has no stub that took one of two requests. */
export function checkUnused(interceptors: readonly Interceptor[], member: string): void {
  const isAlike = ({ stub: { times }, isOptional }: Interceptor) =>
    member === 'activeMocks' ? times === '1' : !isOptional && (times === undefined || times === '1')
  if (!interceptors.every(isAlike)) leaveByHand(UNUSED)
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
  // nock never waits for an optional one.
  if (one.isOptional && member !== 'activeMocks') leaveByHand(UNUSED)
  if (member === 'isDone') {
    const code = `${mocks}.calls(${name}).length ${times === undefined ? '> 0' : `=== ${times}`}`
    replaceComparison(source, call, code)
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
