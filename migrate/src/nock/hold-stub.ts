import { leaveByHand } from '../layout/by-hand.ts'
import { printStub } from '../layout/print-stub.ts'
import { replaceComparison } from '../read/assertions.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Chain } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isOncePerFile } from '../read/tests.ts'
import type { ScopeUses } from './scopes.ts'

/** Has the variable of a scope hold its stub, since the test asks whether it was used. */
export function holdStub(
  source: Source,
  { name, demands, questions }: ScopeUses,
  chains: readonly Chain[],
  read: (chain: Chain) => readonly Interceptor[],
): void {
  const mocks = source.localName('mocks')
  for (const chain of chains) {
    const [interceptor, ...more] = read(chain)
    if (!interceptor || more.length > 0) leaveByHand(`ask mocks.unused() in place of ${name.text}.isDone()`)
    const statement = source.statementOf(chain.node)
    if (statement !== source.ts.findAncestor(chain.node, source.ts.isStatement))
      leaveByHand('write this in a line of its own: the stub is declared there, and mocks.use(stub) behind it')
    declare(source, chain, interceptor, mocks)
    const indent = source.indentOf(statement)
    source.replace(chain.node, printStub(interceptor.stub, source.name('rest'), source, source.style, indent))
    source.edits.insert(statement.end, `\n${indent}${mocks}.use(${name.text})${source.style.semicolon}`)
    const { times } = interceptor.stub
    // nock never waits for an optional one.
    if (interceptor.isOptional) leaveByHand('ask mocks.unused(), which lists the stubs without a request')
    const asked = `${mocks}.calls(${name.text}).length ${times === undefined ? '> 0' : `=== ${times}`}`
    for (const question of questions) replaceComparison(source, question, asked)
  }
  for (const statement of demands)
    source.replace(statement, `${mocks}.verify({ unused: true })${source.style.semicolon} // ${name.text}`)
}

/** What is used in a line of its own comes in the order of overrides. It is no expectation: the test asks for it. */
function declare(source: Source, { node }: Chain, interceptor: Interceptor, mocks: string): void {
  const { rulings, construct } = source
  if (isOncePerFile(source, node)) leaveByHand('declare this in beforeEach: mocks take no stub before they are started')
  if (rulings.exact.has(construct.getStart(source.file)))
    leaveByHand('another stub of this path asks for queries: give this one match: { queries: equals({}) }')
  const interceptors = [{ ...interceptor, isOptional: true }]
  source.declared.push({ construct, chain: node, interceptors, isExpected: false, mocks, layer: { first: node } })
}
