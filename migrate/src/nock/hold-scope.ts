import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Interceptor } from '../read/declared.ts'
import { isTypeScript } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** The function that declares the stubs of a scope whose value is used. */
export const HOLDER = 'scopeOf'
/** The type of what it returns. */
export const HELD = `ReturnType<typeof ${HOLDER}>`

const HANDED_ON = 'what gets this scope may call done() and isDone(), and no other member of nock’s'

/** Says that what a scope is handed to has those of its members alone that most tests ask. */
export function noteHandedOn(source: Source, node: ts.Node): void {
  const isKnown = source.notes.some(({ reason }) => reason === HANDED_ON)
  if (!isKnown) source.notes.push({ line: source.lineOf(node), reason: HANDED_ON })
}

/** Declares the function that makes a scope of stubs behind the mocks. */
export function declareHolder(source: Source, interceptors: readonly Interceptor[]): void {
  const isPlain = ({ stub: { times = '1' }, isOptional }: Interceptor) => times === '1' && !isOptional
  if (!interceptors.every(isPlain)) leaveByHand('ask mocks.unused(), which lists the stubs without a request')
  if (source.file.text.includes(`const ${HOLDER} =`)) return
  const { indent, semicolon } = source.style
  const mocks = source.localName('mocks')
  const type = isTypeScript(source) ? `: ${source.name('Stub')}[]` : ''
  const lines = [
    '/** Declares the stubs of a scope, and tells whether each was asked. */',
    `const ${HOLDER} = (...stubs${type}) => {`,
    `${indent}${mocks}.use(...stubs)${semicolon}`,
    `${indent}const isDone = () => stubs.every((stub) => ${mocks}.calls(stub).length > 0)${semicolon}`,
    `${indent}return { isDone, done: () => isDone() || ${mocks}.verify({ unused: true }) }${semicolon}`,
    `}${semicolon}`,
  ]
  source.behind.add(lines.join('\n'))
}
