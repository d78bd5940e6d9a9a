import type ts from 'typescript'
import { expectationOn } from '../read/assertions.ts'
import { isTypeScript, outerOf, usesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import type { MemberCall } from './handlers/uses.ts'

/** The array that stands for `server.listHandlers()`, and whether the file has it already. */
export interface Listed {
  readonly name: string
  readonly isKnown: boolean
}

/** Finds the array of routes that a file counts by `listHandlers()`. Overrides are not in it, so the file may have none. */
export function listedBy(
  source: Source,
  setup: ts.CallExpression | undefined,
  uses: readonly ts.Identifier[],
  calls: readonly MemberCall[],
): Listed | undefined {
  const { ts, file } = source
  const lists = calls.filter(({ member }) => member === 'listHandlers')
  const isChanged = calls.some(
    ({ member, call }) =>
      /^(?:use|boundary)$/.test(member) || (member === 'resetHandlers' && call.arguments.length > 0),
  )
  if (!setup || lists.length === 0 || isChanged || !lists.every(({ call }) => isCounted(source, call))) return undefined
  const statement = source.statementOf(setup)
  const isOne = ts.isVariableStatement(statement) && statement.declarationList.declarations.length === 1
  const isExported =
    /^export\b/.test(statement.getText(file)) || uses.some(({ parent }) => ts.isExportSpecifier(parent))
  if (!isOne || isExported || /\bas\b|\bsatisfies\b/.test(source.file.text.slice(setup.end, statement.end)))
    return undefined
  const [first, ...others] = setup.arguments
  if (first && others.length === 0 && ts.isSpreadElement(first) && ts.isIdentifier(first.expression))
    return { name: first.expression.text, isKnown: true }
  return /\broutes\b/.test(file.text) ? undefined : { name: 'routes', isKnown: false }
}

/** Whether a list is asked for its length alone. */
function isCounted(source: Source, list: ts.Node): boolean {
  const { ts } = source
  const { parent } = outerOf(source, list)
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'length'
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) {
    const { name } = parent
    return usesIn(source, source.file, name).every((use) => use === name || isCounted(source, use))
  }
  return expectationOn(source, list)?.path === 'toHaveLength'
}

/** `const server = setupServer(a)` becomes `const routes = [a]`, and the mocks of these. `end` is the code of their options. */
export function declareRoutes(source: Source, setup: ts.CallExpression, end: string): void {
  const { file, style } = source
  const statement = source.statementOf(setup)
  const start = statement.getStart(file)
  const type = setup.arguments.length === 0 && isTypeScript(source) ? `: ${source.name('Stub')}[]` : ''
  const server = file.text.slice(start, setup.getStart(file)) + source.name('setupMocks')
  source.edits.replace(start, setup.arguments.pos, `const routes${type} = [`)
  source.edits.replace(
    setup.end - 1,
    setup.end,
    `]${style.semicolon}\n${source.indentOf(statement)}${server}(routes${end})`,
  )
}
