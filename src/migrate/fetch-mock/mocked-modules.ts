import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { type Binding, bindingsOf } from '../read/imports.ts'
import type { Source } from '../read/source.ts'

const OF_LIBRARY = /['"](?:fetch-mock(?:-jest)?|@fetch-mock\/\w+)['"]/
const SANDBOX =
  /^(?:\(\)=>|\(\)=>\{return|function\(\)\{return)require\(['"]fetch-mock(?:-jest)?['"]\)(?:\.default)?\.(?:sandbox|createInstance)\(\);?\}?$/

/**
 * Takes `jest.mock('node-fetch', () => require('fetch-mock').sandbox())` away: mynah answers such a client. Returns the names of
 * these modules in the file, which stand for fetch-mock, and whether one is left.
 */
export function mockedModules(source: Source): { readonly bindings: Binding[]; readonly isLeft: boolean } {
  const { ts } = source
  const bindings: Binding[] = []
  let isLeft = false
  for (const statement of source.file.statements) {
    const call = ts.isExpressionStatement(statement) ? statement.expression : undefined
    if (!call || !ts.isCallExpression(call) || !/^(?:jest|vi)\.mock$/.test(call.expression.getText(source.file)))
      continue
    const [module, factory] = call.arguments
    if (!module || !ts.isStringLiteralLike(module) || !factory || !OF_LIBRARY.test(factory.getText(source.file)))
      continue
    if (source.attempt(statement, () => removeMock(source, statement, factory))) {
      const { text } = module
      const names = bindingsOf(source, /^/).filter((one) => one.module === text)
      bindings.push(...names.filter(({ exported }) => /^(?:default|\*)$/.test(exported)))
    } else isLeft = true
  }
  return { bindings, isLeft }
}

function removeMock(source: Source, statement: ts.Statement, factory: ts.Expression): void {
  const isPlain = SANDBOX.test(factory.getText(source.file).replaceAll(/\s/g, ''))
  if (!isPlain) leaveByHand('take this mock of a module away: mynah answers its requests, as those of any client')
  source.remove(statement)
}
