import type ts from 'typescript'
import { isNever } from '../declare/delayed.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredStub } from '../layout/model.ts'
import { constantText } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Link } from '../read/nodes.ts'
import { fromText } from '../read/path.ts'
import type { Source } from '../read/source.ts'
import { requestFields, withRequest } from '../request/request-fields.ts'
import { isInline, returnedValues } from '../request/resolver.ts'
import { isResolver, laterAnswer, NEVER, providedBy, RESOLVER } from './provided-answers.ts'
import { lazily, resolverAnswer } from './resolvers.ts'
import { madeByHelper } from './response-helpers.ts'
import type { Answer } from './response-init.ts'
import { aborted, rejection, rejectionBy, returnedBy } from './returned-values.ts'
import { responseAnswer } from './values.ts'

/** The names of methods that declare an answer. */
export const ANSWER =
  /^(?:fn|once|mockResponses|mock(?:Response|Reject|ResolvedValue|RejectedValue|Implementation|ReturnValue)(?:Once)?|mockResponse(?:Once)?If|(?:do)?[mM]ock(?:Once)?(?:If)?|dontMock(?:Once)?(?:If)?|route(?:Once)?|mockAbort(?:Once)?)$/

const NEXT = 'there only the next request may pass, whatever its URL'
const OPTIONS = 'this answers some calls alone: write mocks.use.all(/.*/, sequence(first, second))'
/** The code that does the same, in other words. */
const BY_HAND: Readonly<Record<string, string>> = {
  isMocking: 'ask which stub would answer: await mocks.explain(url)',
  getMockImplementation: 'ask which stub would answer: await mocks.explain(url)',
}

/** Reads the answers of a chain. Those that come once are asked first, in order; of the others the last one counts. */
export function answersOf(source: Source, links: readonly Link[]): Interceptor[] {
  const all = links.flatMap((link) => (link.name === 'fn' && link.args.length === 0 ? [] : answersOfLink(source, link)))
  const isLast = ({ isPersisted, isReplacing }: Interceptor) => isPersisted && isReplacing === 'lasting'
  return [...all.filter((one) => !isLast(one)), ...all.filter(isLast).slice(-1)]
}

function answersOfLink(source: Source, link: Link): Interceptor[] {
  const { ts } = source
  const { name, args } = link
  if (!ANSWER.test(name)) leaveByHand(BY_HAND[name] ?? `write ${name}() by hand`)
  if (name.startsWith('dontMock')) return passing(source, link)
  if (name === 'mockResponses') {
    return args.map((one) => {
      const [body, init] = ts.isArrayLiteralExpression(one) ? one.elements : [one]
      return stubOf(link, providedBy(source, body, init), true, {})
    })
  }
  const isOnce = /Once(?:If)?$|^once$/.test(name)
  if (name.startsWith('route')) {
    const [place, ...rest] = args
    const answer = providedBy(source, rest[0], rest[1])
    return place
      ? [askedFirst(stubOf(link, answer, isOnce, placeOf(source, place)))]
      : leaveByHand('this route has no URL: write mocks.use.all(url, payload)')
  }
  if (!/If$/.test(name)) return [stubOf(link, answerOf(source, link), isOnce, {})]
  const [place, ...rest] = args
  if (!place || rest.length === 0)
    return leaveByHand('what this lets through goes to the network there: write mocks.use.all(url, payload)')
  source.note(link.node, 'other requests go to the network there; here they fail, unless passthrough allows them')
  return [stubOf(link, providedBy(source, rest[0], rest[1]), isOnce, placeOf(source, place))]
}

/** `dontMockIf(url, answer)` lets some requests through, and may answer the rest. */
function passing(source: Source, link: Link): Interceptor[] {
  const { name, args, node } = link
  const answer = { response: { code: `${source.name('passthrough')}()`, isJson: false }, settings: [] }
  const isOnce = name.includes('Once')
  if (!name.endsWith('If')) return [stubOf(link, answer, isOnce, {})]
  const [place, ...rest] = args
  if (!place || (isOnce && rest.length > 0))
    return leaveByHand('let these requests pass: mocks.use.all(url, passthrough())')
  if (isOnce) source.note(node, NEXT)
  const stub = askedFirst(stubOf(link, answer, isOnce, placeOf(source, place)))
  return rest.length === 0 ? [stub] : [stub, stubOf(link, providedBy(source, rest[0], rest[1]), false, {})]
}

/** What is asked before the answers to all requests, and leaves them as they are. */
function askedFirst(one: Interceptor): Interceptor {
  return { ...one, isReplacing: 'first', isQueued: false }
}

function answerOf(source: Source, { name, args, node }: Link): Answer {
  const [first, second] = args
  const kind = name.replace(/Once$/, '')
  if (kind === 'mockAbort') return aborted(source, node)
  if (kind === 'mockReject' || kind === 'mockRejectedValue') return rejection(source, first, node)
  if (kind === 'fn' || kind === 'mockImplementation') {
    if (second) leaveByHand(OPTIONS)
    if (!isInline(source, first)) return leaveByHand(RESOLVER)
    const [only, ...more] = returnedValues(source, first)
    const isAlone = !source.ts.isBlock(first.body) || first.body.statements.length === 1
    if (only && more.length === 0 && isAlone && isNever(source, only)) return NEVER
    if (isResolver(source, first)) return resolverAnswer(source, first, true)
    return (
      rejectionBy(source, first, node) ??
      laterAnswer(source, returnedBy(source, first), (one) => lazily(source, one, responseAnswer(source, one)))
    )
  }
  if (kind === 'mockReturnValue') {
    const { ts } = source
    const made = first && madeByHelper(source, first)
    if (made?.startsWith('() => ')) return { response: { code: made, isJson: false }, settings: [] }
    const isResolve = first && ts.isCallExpression(first) && first.expression.getText(source.file) === 'Promise.resolve'
    if (!isResolve || !first.arguments[0])
      return leaveByHand('write what this promise resolves to as a payload: mocks.use.all(/.*/, payload)')
    return resolvedAnswer(source, first.arguments[0])
  }
  if (kind === 'mockResolvedValue')
    return first
      ? resolvedAnswer(source, first)
      : leaveByHand('this response is undefined: write mocks.use.all(/.*/, payload)')
  return providedBy(source, first, second)
}

/** The members of an object are functions, which are asked later. A `Response` is made at once. */
function resolvedAnswer(source: Source, value: ts.Expression): Answer {
  const answer = responseAnswer(source, value)
  return /^\{/.test(value.getText(source.file).replace(/^\(+/, '')) ? lazily(source, value, answer) : answer
}

function stubOf(
  { node }: Link,
  { response, settings }: Answer,
  isOnce: boolean,
  { path = '/.*/', match }: Partial<Pick<DeclaredStub, 'path' | 'match'>>,
): Interceptor {
  const stub = { method: 'all', path, response, match, settings, times: isOnce ? '1' : undefined }
  return {
    stub,
    isPersisted: !isOnce,
    isQueued: isOnce,
    isOptional: false,
    isAnyQuery: match === undefined,
    isReplacing: 'lasting',
    node,
  }
}

/** A text is the whole URL of a request. A RegExp is tested on it. */
function placeOf(source: Source, place: ts.Expression): Partial<Pick<DeclaredStub, 'path' | 'match'>> {
  if (isInline(source, place)) {
    const fields = requestFields(source, place, ['raw'])
    return { match: withRequest(source, place, fields, false) }
  }
  if (source.ts.isRegularExpressionLiteral(place)) return { match: `({ url }) => ${source.code(place)}.test(url)` }
  const text = constantText(source, place)
  if (text === undefined || !/^https?:\/\//.test(text))
    return leaveByHand('write this condition as match: ({ url }) => …')
  const { code, queries } = fromText(source, text)
  return { path: code, match: queries && `{ queries: ${queries} }` }
}
