import type ts from 'typescript'
import { type MockedModules, mockedModules } from '../declare/mocked-modules.ts'
import { removeOrLeave } from '../declare/remove-call.ts'
import { innerOf, isAssignment, isInside, nodesIn } from '../read/nodes.ts'
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

/** Removes it, unless the file sets the library up for others. */
export function convertEnabling(source: Source, names: ReadonlySet<ts.Symbol>): Enabling {
  const { ts, file } = source
  const assignments = nodesIn(ts, file, (node): node is ts.BinaryExpression => isEnabling(source, node, names))
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
function isEnabling(source: Source, node: ts.Node, names: ReadonlySet<ts.Symbol>): node is ts.BinaryExpression {
  const { ts } = source
  if (!isAssignment(source, node)) return false
  const { left } = node
  if (!ts.isPropertyAccessExpression(left) || !/^fetch(?:Mock)?$/.test(left.name.text)) return false
  const value = innerOf(source, node.right)
  if (ts.isBinaryExpression(value)) return isEnabling(source, value, names)
  // Another name of the mocked fetch. What keeps the real fetch is none.
  const isAgain = left.name.text === 'fetchMock' && isGlobalFetch(source, value)
  return isRequired(source, value) || isNamed(source, value, names) || isAgain
}
