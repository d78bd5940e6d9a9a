import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { majorOf } from '../../read/installed.ts'
import { nodesIn, subjectCode } from '../../read/nodes.ts'
import { kindOf } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { type Inline, returnStatements } from '../../request/resolver.ts'
import { convertDelay } from './delay.ts'
import { endsOpen, isVoid, mayBeNothing, semicolonOf } from './ends-open.ts'
import { convertParameter, isParameter } from './resolver-parameter.ts'
import { type Uses, usesInside } from './uses.ts'

/**
 * Rewrites the parameter of a resolver. Its body stays, but for what msw imports and mynah hands over. Members that are `handed` have
 * the same name in both.
 */
export function convertResolver(
  source: Source,
  node: Inline,
  uses: Uses,
  handed: readonly string[],
  path: string | undefined,
): void {
  const { ts } = source
  if (node.asteriskToken) leaveByHand('write a generator as sequence(first, second)')
  replaceWildcards(source, node, path)
  noteThrown(source, node, uses)
  noteCookies(source, node)
  const [parameter] = node.parameters
  const isWhole = parameter !== undefined && ts.isIdentifier(parameter.name)
  const extras = convertCalls(source, node, uses, isWhole ? `${parameter.name.getText(source.file)}.` : '')
  convertParameter(source, node, extras, handed)
}

/** Rewrites the calls of functions that a resolver of mynah is handed; returns the names of these. */
function convertCalls(source: Source, node: Inline, uses: Uses, owner: string): string[] {
  const extras = new Set<string>()
  const take = (name: string): string => {
    if (new RegExp(String.raw`(?<![.\w])${name}\b`).test(node.getText(source.file))) {
      leaveByHand(`the resolver has a ${name} of its own: take ${name} from its parameter under another name`)
    }
    extras.add(name)
    return owner + name
  }
  for (const use of usesInside(uses, 'delay', node)) convertDelay(source, use, take)
  for (const use of usesInside(uses, 'bypass', node)) convertBypass(source, use, take)
  convertEnds(source, node, take)
  return [...extras]
}

function convertBypass(source: Source, use: ts.Identifier, take: (name: string) => string): void {
  const { ts } = source
  const call = use.parent
  const outer = call.parent
  const isFetched = ts.isCallExpression(outer) && outer.expression.getText(source.file) === 'fetch'
  if (!ts.isCallExpression(call) || !isFetched || outer.arguments.length > 1) {
    leaveByHand('write fetch(bypass(request)) as fetchReal(request), which the resolver is handed')
  }
  source.replace(outer, `${take('fetchReal')}(${call.arguments.map((one) => source.code(one)).join(', ')})`)
}

/** A resolver that returns nothing leaves the request to the next handler there, and sends no body here. */
function convertEnds(source: Source, node: Inline, take: (name: string) => string): void {
  const { ts } = source
  const { body } = node
  if (!ts.isBlock(body)) {
    if (isVoid(source, body)) source.replace(body, `{ ${source.code(body)}; return ${take('next')}() }`)
    else replaceNothing(source, body, take)
    return
  }
  for (const one of returnStatements(source, body)) {
    if (one.expression) replaceNothing(source, one.expression, take)
    else source.replace(one, `return ${take('next')}()${semicolonOf(source, one)}`)
  }
  if (!endsOpen(source, body)) return
  const code = `return ${take('next')}()${source.style.semicolon}`
  const last = body.statements.at(-1)
  if (!last) source.replace(body, `{ ${code} }`)
  else if (source.statementOf(last) === last) source.edits.insert(last.end, `\n${source.indentOf(last)}${code}`)
  else source.edits.insert(last.end, `${semicolonOf(source, last) ? '' : ';'} ${code}`)
}

function replaceNothing(source: Source, value: ts.Expression, take: (name: string) => string): void {
  const { ts } = source
  if (ts.isParenthesizedExpression(value)) replaceNothing(source, value.expression, take)
  else if (ts.isConditionalExpression(value)) {
    replaceNothing(source, value.whenTrue, take)
    replaceNothing(source, value.whenFalse, take)
  } else if (/^(?:undefined|null|void 0)$/.test(value.getText(source.file))) source.replace(value, `${take('next')}()`)
  else if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    leaveByHand('return next() if the condition does not hold: a resolver that returns nothing sends no body')
  } else if (mayBeNothing(source, value) && !isOfParameter(source, value)) {
    if (isVoid(source, value))
      leaveByHand('call this, and return next() behind it: a resolver that returns nothing sends no body')
    const code = ts.isAwaitExpression(value) ? source.code(value) : subjectCode(source, value)
    const isPromise = kindOf(source, value) === 'promise'
    source.replace(
      value,
      isPromise ? `${code}.then((response) => response ?? ${take('next')}())` : `${code} ?? ${take('next')}()`,
    )
  }
}

/** Whether a resolver returns what the one that it wraps does, which calls `next` itself. */
function isOfParameter(source: Source, value: ts.Expression): boolean {
  const { ts } = source
  const call = ts.isAwaitExpression(value) ? value.expression : value
  return ts.isCallExpression(call) && isParameter(source, call.expression)
}

/** msw numbers its wildcards, each a text; mynah's have names, and are lists. One before a path has the origin too. */
function replaceWildcards(source: Source, node: Inline, path = ''): void {
  const { ts } = source
  const list = /\*(?!rest)(\w+)\}?.?$/.exec(path)?.[1]
  // msw 3 has a text, and msw 2 a list.
  const isText = list && majorOf(source.file.fileName, 'msw') === 3 && new RegExp(`\\b${list}\\b`).test(node.getText())
  if (isText) leaveByHand(`params.${list} is a list of segments here: write params.${list}.join('/')`)
  const isNumbered = (one: ts.Node): one is ts.ElementAccessExpression =>
    ts.isElementAccessExpression(one) && /\bparams\s*\[\s*['"]?\d/.test(one.getText(source.file))
  const names = [...path.matchAll(/(?<=\w\/|\w\/?\{|[-.~]\{)\*(rest\d*)/g)].map(([, name]) => name)
  for (const one of nodesIn(ts, node, isNumbered)) {
    const name = /^.\/?\{/.test(path)
      ? undefined
      : names[Number(one.argumentExpression.getText().replaceAll(/\D/g, ''))]
    if (!name) leaveByHand('a wildcard has a name here: write params[0] as params.rest, a list of segments')
    source.edits.insert(one.getStart(source.file), '(')
    source.edits.replace(one.expression.end, one.end, `.${name} ?? []).join('/')`)
  }
}

function noteThrown(source: Source, node: Inline, uses: Uses): void {
  for (const one of nodesIn(source.ts, node.body, source.ts.isThrowStatement)) {
    if (usesInside(uses, 'HttpResponse', one).length > 0) continue
    source.note(one, 'msw answers an error that is thrown here with a 500; mynah fails the call and the test')
  }
}

/** In Node, msw 2 hands on the cookies of its responses and of the page, whatever the origin; msw 3 does not. */
function noteCookies(source: Source, node: Inline): void {
  const { file } = source
  if (!/\bcookies\b|\.get\(['"]cookie['"]\)/i.test(node.getText(file)) || majorOf(file.fileName, 'msw') !== 2) return
  const isSet = [file, ...source.rulings.files()].some(({ text }) => SETS_COOKIE.test(text))
  if (isSet) source.note(node, COOKIES)
}

const SETS_COOKIE = /['"]set-cookie['"]|\bdocument\.cookie\s*=|\bCookies?\.set\(/i
const COOKIES =
  'msw 2 adds the cookies that its responses and the page have set; here the client sends them, and the page to its own origin'
