import type ts from 'typescript'
import { type MockedModules, mockedModules } from '../declare/mocked-modules.ts'
import { removeOrLeave } from '../declare/remove-call.ts'
import { innerOf, isInside, nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { leaveSetup } from './control.ts'
import { isGlobalFetch, isNamed, isRequired } from './roots.ts'

const SETUP = /^(?:import|require\() ?['"](?:jest|vitest)-fetch-mock(?:\/\w+)?['"]\)?;?$/
const VALUE = /^require\(['"]jest-fetch-mock['"]\)(?:\.default)?$/

/** What puts the library in place of fetch without its own methods: a module that does so, an assignment, the mock of a client. */
interface Enabling {
  readonly nodes: readonly ts.Node[]
  readonly modules: MockedModules
}

/** Takes it away, unless the file sets the library up for others. */
export function convertEnabling(source: Source, names: ReadonlySet<ts.Symbol>): Enabling {
  const { ts, file } = source
  const isAssignment = (node: ts.Node): node is ts.BinaryExpression =>
    ts.isBinaryExpression(node) && isEnabling(source, node, names)
  const assignments = nodesIn(ts, file, isAssignment)
  const imports = file.statements.filter((one) => SETUP.test(one.getText(file)))
  for (const node of assignments.filter((one) => !assignments.some((other) => other !== one && isInside(one, other)))) {
    source.attempt(node, () => {
      leaveSetup(source, node, true)
      removeOrLeave(source, node, 'fetch is mocked while the mocks are started')
    })
  }
  for (const one of imports)
    source.attempt(one, () => {
      leaveSetup(source, one, true)
      source.remove(one)
    })
  const own = [...names].map(({ name }) => name).join('|') || '(?!)'
  const modules = mockedModules(
    source,
    /['"]jest-fetch-mock['"]/,
    new RegExp(`${VALUE.source}|^(?:${own})$`),
    (statement) => leaveSetup(source, statement, true),
  )
  return { nodes: [...assignments, ...imports, ...modules.statements], modules }
}

/** `global.fetch = require('jest-fetch-mock')`, `global.fetchMock = global.fetch` */
function isEnabling(
  source: Source,
  { left, operatorToken, right }: ts.BinaryExpression,
  names: ReadonlySet<ts.Symbol>,
) {
  const { ts } = source
  const isOfFetch = ts.isPropertyAccessExpression(left) && /^fetch(?:Mock)?$/.test(left.name.text)
  if (!isOfFetch || operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false
  const value = innerOf(source, right)
  if (ts.isBinaryExpression(value)) return isEnabling(source, value, names)
  return isRequired(source, value) || isNamed(source, value, names) || isFetchAgain(source, left, value)
}

/** Another name of the mocked fetch. What keeps the real fetch is none. */
function isFetchAgain(source: Source, left: ts.PropertyAccessExpression, value: ts.Expression): boolean {
  return left.name.text === 'fetchMock' && isGlobalFetch(source, value)
}
