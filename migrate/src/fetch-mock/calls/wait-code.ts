import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import type { Link } from '../../read/nodes.ts'
import { kindOf } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { WAITING } from '../routes/change-answer.ts'
import { anyPath } from '../routes/match-route.ts'
import { partsOfResponse } from '../routes/read-response.ts'
import { partsOf } from '../routes/route-options.ts'
import { filterCode, routesNamed } from './filters.ts'

/** Prints what waits for the answer of a route of that name, however long. */
export function waitCode(source: Source, link: Link, name: ts.Expression, mocks: string | undefined): string {
  const [awaited] = source.ts.isStringLiteralLike(name) ? routesNamed(source, name.text, link.node) : []
  if (!awaited || !mocks || !isDeclaredBeside(source, awaited, link) || !isPlain(source, partsOf(awaited).response))
    return leaveByHand(WAITING)
  return `await ${mocks}.waitFor(${filterCode(source, name, undefined) || anyPath(source)}, { timeout: Infinity })`
}

/** Whether no request can come between two declarations: fetch-mock waits for one that comes after both. */
function isDeclaredBeside({ ts, file }: Source, awaited: Link, link: Link): boolean {
  const [first, second] = [awaited, link].map(({ node }) => ts.findAncestor(node, ts.isStatement))
  if (!first || !second || first === second) return first === second
  const { statements } = first.parent as ts.Block
  const between = statements.slice(statements.indexOf(first), statements.indexOf(second) + 1)
  const name = /^\w+/.exec(first.getText(file))?.[0] ?? ''
  return between.length > 0 && between.every((one) => one.getText(file).startsWith(`${name}.`))
}

/** fetch-mock tells of an answer that it has made itself. */
function isPlain(source: Source, response: ts.Expression | undefined): boolean {
  if (!response || partsOfResponse(source, response)?.has('throws')) return false
  return ['string', 'json'].includes(kindOf(source, response))
}
