import type ts from 'typescript'
import { replyCode } from '../../declare/reply-value.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { isInside, isTypeScript, nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { isOncePerFile } from '../../read/tests.ts'
import { type Inline, isInline, returnsOf } from '../../request/resolver.ts'
import { convertResponse, type StaticResponse, staticResponse } from './responses.ts'
import { type Uses, usesInside } from './uses.ts'

const BY_HAND = 'write a generator as sequence(first, second)'
const COUNTING = 'write a generator with state as a resolver: let count = 0; rest.get(path, () => payloads[count++])'

/** Reads a generator: the last response stays. One that does nothing but yield is a sequence. */
export function sequenceOf(
  source: Source,
  node: ts.Expression,
  uses: Uses,
  times: string | undefined,
): StaticResponse | undefined {
  const { ts } = source
  if (!isInline(source, node) || !node.asteriskToken || !ts.isBlock(node.body)) return undefined
  if (node.parameters.length > 0 || times) leaveByHand(BY_HAND)
  const values = valuesOf(source, node.body.statements)
  // A sequence begins anew in each test; msw's generator goes on until its handlers are reset.
  const goesOn = isOncePerFile(source, node) && isNeverReset(source)
  if (!values || goesOn)
    return { response: { code: statefulCode(source, node, uses, values !== undefined), isJson: false }, settings: [] }
  const codes = values.map((value) => codeOf(source, staticResponse(source, value, uses)))
  return { response: { code: `${source.name('sequence')}(${codes.join(', ')})`, isJson: false }, settings: [] }
}

/** What a body yields, and returns in the end, if it does nothing else. */
function valuesOf({ ts }: Source, statements: readonly ts.Statement[]): ts.Expression[] | undefined {
  const values = statements.map((one, index) => {
    if (ts.isReturnStatement(one) && index === statements.length - 1) return one.expression
    const yielded = ts.isExpressionStatement(one) && ts.isYieldExpression(one.expression) ? one.expression : undefined
    return yielded?.asteriskToken ? undefined : yielded?.expression
  })
  return values.every((one) => one !== undefined) ? values : undefined
}

/** A generator whose state is its own. */
function statefulCode(source: Source, node: Inline, uses: Uses, isPlain: boolean): string {
  const isAlone = [...uses].every(([use, name]) => name === 'HttpResponse' || !isInside(use, node))
  // msw starts the generators of a server anew when its handlers are reset, by whichever file.
  const isStartedAnew = isOncePerFile(source, node) && !isNeverReset(source)
  if (!isAlone || isStartedAnew || !(isPlain || yieldsResponses(source, node, uses))) leaveByHand(COUNTING)
  for (const use of usesInside(uses, 'HttpResponse', node)) convertResponse(source, use, node)
  const { indent, semicolon: end } = source.style
  const isAsync = node.modifiers !== undefined
  const outer = source.indentOf(node)
  const lines = [
    `const replies = (${source.code(node)})()`,
    isTypeScript(source) ? 'let last: unknown' : 'let last',
    isAsync
      ? 'return async () => (last = (await replies.next()).value ?? last)'
      : 'return () => (last = replies.next().value ?? last)',
  ]
  return `(() => {\n${lines.map((one) => outer + indent + one + end).join('\n')}\n${outer}})()`
}

/** Whether a file has a server of its own, nothing resets its handlers, and no function gets it that may. */
export function isNeverReset({ file: { text } }: Source): boolean {
  const [isSetUp, name = ''] = /(?:(\w+)(?:: [\w<> ]+)? = )?\bsetupServer\(/.exec(text) ?? []
  const isHandedOn = name !== '' && new RegExp(`\\w\\((?:[^()]*, )?${name}\\b`).test(text)
  return isSetUp !== undefined && !isHandedOn && !/\bexports?\b|\.(?:reset|restore)Handlers\b/.test(text)
}

/** Whether each value is a response, and there is one. */
function yieldsResponses(source: Source, { body }: Inline, uses: Uses): boolean {
  const { ts } = source
  const yields = nodesIn(ts, body, ts.isYieldExpression, ts.isFunctionLike)
  const returned = ts.isBlock(body) ? returnsOf(source, body) : []
  const values = [...yields.map((one) => (one.asteriskToken ? undefined : one.expression)), ...returned]
  const isResponse = (value: ts.Expression | undefined) =>
    value &&
    usesInside(uses, 'HttpResponse', value).some((use) =>
      /^(?:new )?$/.test(source.file.text.slice(value.getStart(source.file), use.getStart(source.file))),
    )
  const last = ts.isBlock(body) ? body.statements.at(-1) : undefined
  const isEndless = last && /^(?:while \(true\)|for \(;;\))/.test(last.getText(source.file))
  return values.every(isResponse) && (isEndless || (last !== undefined && ts.isReturnStatement(last)))
}

function codeOf(source: Source, fixed: StaticResponse | undefined): string {
  const isKnown =
    fixed?.settings.length === 0 &&
    (fixed.response.isJson || !fixed.response.status || fixed.response.code === 'undefined')
  return isKnown ? replyCode(source, fixed.response) : leaveByHand(BY_HAND)
}
