import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { placementsOf } from '../../order/placements.ts'
import type { Interceptor } from '../../read/declared.ts'
import { namesOfMynah } from '../../read/known-names.ts'
import { type Chain, isInside, type Link, nodesIn, symbolAt } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { countTests } from '../../read/tests.ts'
import { flagOf, optionsOf, partsOf } from './route-options.ts'

const BY_HAND = 'put this stub into the routes, setupMocks([stub]), which no reset removes'

/** Whether a chain declares routes that no reset removes. */
export function isSticky(source: Source, links: readonly Link[]): boolean {
  const sticky = links.filter((link) => {
    const { options } = partsOf(link)
    return link.name === 'sticky' || flagOf(source, optionsOf(source, options), 'sticky')
  })
  return sticky.length > 0 && (sticky.length === links.length || leaveByHand(BY_HAND))
}

/** Checks that routes may be there from the start: they read nothing of the file, and no test comes before them. */
export function checkSticky(source: Source, chain: Chain, routes: readonly Interceptor[], isGlobal: boolean): void {
  const [placement, ...others] = placementsOf(source, chain.node)
  const isFirst =
    placement &&
    others.length === 0 &&
    (placement.kind === 'hook' || (placement.kind === 'test' && isFirstOfAll(source, placement.scope, chain)))
  const isSetUp = namesOfMynah(source.ts, source.file).has('mocks')
  const isOwn = chain.links.every(({ args }) => args.every((one) => !readsFile(source, one)))
  if (!isGlobal || !isFirst || !isOwn || isSetUp || routes.some(({ isPersisted }) => !isPersisted)) leaveByHand(BY_HAND)
}

/** Whether a declaration in a test comes before all requests of the file's tests. */
function isFirstOfAll(source: Source, scope: ts.Node, chain: Chain): boolean {
  const { ts, file } = source
  const body = (scope as ts.ArrowFunction).body
  const name = chain.root.getText(file).split('.')[0]
  const statement = source.statementOf(chain.node)
  const isAtStart =
    body &&
    ts.isBlock(body) &&
    body.statements
      .slice(0, body.statements.indexOf(statement as ts.Statement) + 1)
      .every((one) => one.getText(file).startsWith(`${name}.`))
  return countTests(file.text.slice(0, scope.getStart(file))) === 1 && statement.parent === body && isAtStart === true
}

/** Whether code reads a name that the file declares outside of it, and does not import. */
function readsFile(source: Source, code: ts.Expression): boolean {
  const { ts, file } = source
  const isImport = (one: ts.Node) => ts.isImportSpecifier(one) || ts.isImportClause(one) || ts.isNamespaceImport(one)
  const isOfFile = (node: ts.Node): boolean => {
    const declarations = ts.isIdentifier(node) ? symbolAt(source, node)?.declarations : undefined
    return declarations?.some((one) => one.getSourceFile() === file && !isInside(one, code) && !isImport(one)) === true
  }
  return nodesIn(ts, code, isOfFile).length > 0
}
