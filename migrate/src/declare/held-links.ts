import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { type Chain, chainFrom, type Link, otherUses, statementsAfter } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { ownerOf } from './override.ts'

/** The calls of an interceptor: those of its chain, and of its variable in the statements that follow, which go with it. */
export function linksOf(source: Source, chain: Chain): readonly Link[] {
  const owner = ownerOf(source, chain.node)
  if (!owner) return chain.links
  const after = statementsAfter(source, source.statementOf(owner))
  const more = otherUses(source, owner).map((use) => chainFrom(source, use))
  const statements = more.map(({ node, links }) => (links.length > 0 ? statementOfCall(source, node) : undefined))
  const last = Math.max(-1, ...statements.map((one) => (one ? after.indexOf(one) : Number.POSITIVE_INFINITY)))
  const isNext = after.slice(0, last + 1).every((one) => statements.includes(one) || isInterceptor(source, one))
  const isAll = statements.every((one) => one !== undefined && after.includes(one))
  const links = [...chain.links, ...more.flatMap((one) => one.links)]
  if (
    !isNext ||
    !isAll ||
    links.filter(({ name }) => name.startsWith('reply') && name !== 'replyContentLength').length > 1
  )
    return leaveByHand(`write this in one chain, up to its only reply: ${owner.text} is used in other statements`)
  for (const statement of statements) if (statement) source.remove(statement)
  return links
}

/** Whether a statement only declares another interceptor: no request comes between. */
function isInterceptor({ file }: Source, statement: ts.Statement): boolean {
  const text = statement.getText(file)
  return /\.intercept\(/.test(text) && !/\bawait\b/.test(text)
}
