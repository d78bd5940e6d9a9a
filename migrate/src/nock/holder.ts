import type { Interceptor } from '../read/declared.ts'
import { isTypeScript, nodesIn } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'

export const HOLDER = 'scopeOf'
export const HELD = `ReturnType<typeof ${HOLDER}>`

export const HANDED_ON = 'what gets this scope may call done() and isDone(), and no other member of nock’s'

/** Declares the function that makes a scope of stubs behind the mocks. `isGrowing` tells whether a scope gets more of them later. */
export function declareHolder(source: Source, interceptors: readonly Interceptor[], isGrowing: boolean): void {
  const { ts, file, rulings } = source
  const read = [file, ...rulings.importers()].flatMap((one) => nodesIn(ts, one, ts.isPropertyAccessExpression))
  const names = read.flatMap(({ expression, name }) => (expression.getText() === 'nock' ? [] : name.text))
  const lists = ['pendingMocks', 'activeMocks'].filter((name) => names.includes(name))
  // nock has what is persisted among the active ones for ever.
  const isOther = (one: Interceptor) => one.isOptional || (one.isPersisted && lists.includes('activeMocks'))
  if (interceptors.some(isOther)) leaveByHand('ask mocks.unused(), which lists the stubs without a request')
  if (file.text.includes(`const ${HOLDER} =`)) return
  const known = [...source.behind].find((code) => code.includes(`const ${HOLDER} =`))
  const { indent, semicolon } = source.style
  const mocks = source.localName('mocks')
  const type = isTypeScript(source) ? `: ${source.name('Stub')}` : ''
  const types = type && `${type}[]`
  const members = ['isDone', 'done', ...lists.map((name) => `${name}: () => stubs.filter(isOpen).map(String)`)]
  const add = [
    `add(...more${types}) {`,
    `${indent}${mocks}.use(...more)${semicolon}`,
    `${indent}stubs.push(...more)${semicolon}`,
    `${indent}return this${semicolon}`,
    '},',
  ]
  const whole = [...members.map((one) => `${one},`), ...add].map((line) => `${indent}${indent}${line}`)
  const returned =
    isGrowing || known?.includes(' add(')
      ? [`${indent}return {`, ...whole, `${indent}}${semicolon}`]
      : [`${indent}return { ${members.join(', ')} }${semicolon}`]
  const lines = [
    '/** Declares the stubs of a scope, and tells whether each was asked as often as it answers. */',
    `const ${HOLDER} = (...stubs${types}) => {`,
    `${indent}${mocks}.use(...stubs)${semicolon}`,
    `${indent}const isOpen = (stub${type}) => ${mocks}.calls(stub).length < (stub.times < Infinity ? stub.times : 1)${semicolon}`,
    `${indent}const isDone = () => !stubs.some(isOpen)${semicolon}`,
    `${indent}const done = () => {`,
    `${indent}${indent}if (!isDone()) throw new Error(\`Not used: \${stubs.filter(isOpen).join(', ')}\`)${semicolon}`,
    `${indent}}${semicolon}`,
    ...returned,
    `}${semicolon}`,
  ]
  if (known) source.behind.delete(known)
  source.behind.add(lines.join('\n'))
}
