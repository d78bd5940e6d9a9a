import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { type Binding, bindingsOf } from '../read/imports.ts'
import type { Source } from '../read/source.ts'

/** The mocks of modules that stand for an old library, the file's names of these modules, and whether one of the mocks is left. */
export interface MockedModules {
  readonly statements: readonly ts.Statement[]
  readonly bindings: readonly Binding[]
  readonly isLeft: boolean
}

const FACTORY = /^(?:async)?(?:\(\)=>|function\(\)\{return)(.*?);?\}?$/s
const DEFAULT = /^\(?\{(?:__esModule:true,)?default:(.*?),?\}\)?$/s

/**
 * Takes `jest.mock('node-fetch', () => require('fetch-mock').sandbox())` away: mynah answers such a client. `library` tells what of a
 * mock is about the library, and `value` what stands for all of it.
 */
export function mockedModules(
  source: Source,
  library: RegExp,
  value: RegExp,
  check: (statement: ts.Statement) => void = () => {},
): MockedModules {
  const { ts } = source
  const statements: ts.Statement[] = []
  const bindings: Binding[] = []
  let isLeft = false
  for (const statement of source.file.statements) {
    const call = ts.isExpressionStatement(statement) ? statement.expression : undefined
    if (!call || !ts.isCallExpression(call) || !/^(?:jest|vi)\.(?:do|set)?[mM]ock$/.test(call.expression.getText()))
      continue
    const [module, made] = call.arguments
    if (!module || !ts.isStringLiteralLike(module) || !made) continue
    const code = made.getText(source.file).replaceAll(/\s/g, '')
    const inner = FACTORY.exec(code)?.[1] ?? code
    const isAll = value.test(DEFAULT.exec(inner)?.[1] ?? inner)
    if (!isAll && !library.test(code)) continue
    statements.push(statement)
    const remove = () => {
      check(statement)
      if (!isAll) leaveByHand('remove this mock of a module: mynah answers its requests, as those of any client')
      source.remove(statement)
    }
    if (source.attempt(statement, remove)) {
      const names = bindingsOf(source, /^/).filter((one) => one.module === module.text)
      bindings.push(...names.filter(({ exported }) => /^(?:default|\*)$/.test(exported)))
    } else isLeft = true
  }
  return { statements, bindings, isLeft }
}
