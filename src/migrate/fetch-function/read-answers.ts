import type ts from 'typescript'
import { isInline } from '../declare/resolver.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredStub } from '../layout/model.ts'
import { constantText } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Link } from '../read/nodes.ts'
import { fromText } from '../read/path.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Answer, bodyAnswer, responseAnswer, returnedBy } from './values.ts'

/** The names of methods that declare an answer. */
export const ANSWER =
  /^(?:fn|once|mockResponses|mock(?:Response|Reject|ResolvedValue|RejectedValue|Implementation|ReturnValue)(?:Once)?|mockResponse(?:Once)?If|(?:do)?[mM]ock(?:Once)?(?:If)?|mockAbort(?:Once)?)$/

const THROWN = 'fetch rejects with this error there; here as fetch does, with a TypeError whose cause is the error'
const RESOLVER = 'write this function as a resolver: mocks.use.all(/.*/, ({ request }) => payload)'

/** Reads the answers of a chain. Those that come once are asked first, in order; of the others the last one counts. */
export function answersOf(source: Source, links: readonly Link[]): Interceptor[] {
  const all = links.flatMap((link) => (link.name === 'fn' && link.args.length === 0 ? [] : answersOfLink(source, link)))
  const lasting = all.filter(({ isPersisted }) => isPersisted).slice(-1)
  return [...all.filter(({ isPersisted }) => !isPersisted), ...lasting]
}

function answersOfLink(source: Source, link: Link): Interceptor[] {
  const { ts } = source
  const { name, args } = link
  if (!ANSWER.test(name)) leaveByHand(`write ${name}() by hand`)
  if (name === 'mockResponses') {
    return args.map((one) => {
      const [body, init] = ts.isArrayLiteralExpression(one) ? one.elements : [one]
      return stubOf(link, providedBy(source, body, init), true, {})
    })
  }
  const isOnce = /Once(?:If)?$|^once$/.test(name)
  if (!/If$/.test(name)) return [stubOf(link, answerOf(source, name, args), isOnce, {})]
  const [place, ...rest] = args
  if (!place || rest.length === 0 || isOnce)
    return leaveByHand('what this lets through goes to the network there: write mocks.use.all(url, payload)')
  source.note(link.node, 'other requests go to the network there; here they fail, unless passthrough allows them')
  return [stubOf(link, providedBy(source, rest[0], rest[1]), false, placeOf(source, place))]
}

function answerOf(source: Source, name: string, [first, second]: readonly ts.Expression[]): Answer {
  const kind = name.replace(/Once$/, '')
  if (/Abort/.test(kind)) leaveByHand('abort the request by its signal: it rejects as it would in production')
  if (kind === 'mockReject' || kind === 'mockRejectedValue') return rejection(source, first)
  if (kind === 'fn' || kind === 'mockImplementation') {
    if (!isInline(source, first)) return leaveByHand(RESOLVER)
    const value = returnedBy(source, first)
    return isRejection(source, value) ? rejection(source, value.arguments[0]) : responseAnswer(source, value)
  }
  if (kind === 'mockReturnValue') {
    const { ts } = source
    const isResolve = first && ts.isCallExpression(first) && first.expression.getText(source.file) === 'Promise.resolve'
    if (!isResolve || !first.arguments[0]) return leaveByHand('write what this promise resolves to as a payload')
    return responseAnswer(source, first.arguments[0])
  }
  if (kind === 'mockResolvedValue')
    return first ? responseAnswer(source, first) : leaveByHand('this response is undefined: write a payload')
  return providedBy(source, first, second)
}

function isRejection({ ts, file }: Source, value: ts.Expression): value is ts.CallExpression {
  return ts.isCallExpression(value) && value.expression.getText(file) === 'Promise.reject'
}

function rejection(source: Source, error: ts.Expression | undefined): Answer {
  if (!error || !(source.ts.isNewExpression(error) || kindOf(source, error) === 'error'))
    return leaveByHand('write networkError(error) with an Error')
  source.note(error, THROWN)
  return { response: { code: `${source.name('networkError')}(${source.code(error)})`, isJson: false }, settings: [] }
}

/** A text, a `Response`, or a function without parameters that returns one of them. */
function providedBy(source: Source, body: ts.Expression | undefined, init: ts.Expression | undefined): Answer {
  const { ts } = source
  if (body && kindOf(source, body) === 'function') {
    if (!isInline(source, body) || init) return leaveByHand(RESOLVER)
    const value = returnedBy(source, body)
    if (!ts.isObjectLiteralExpression(value)) return providedBy(source, value, undefined)
    return leaveByHand('write this function as a payload and settings: mocks.use.all(/.*/, payload, { status })')
  }
  return body && ts.isNewExpression(body) ? responseAnswer(source, body) : bodyAnswer(source, body, init)
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
    isOptional: false,
    isAnyQuery: match === undefined,
    isReplacing: 'lasting',
    node,
  }
}

/** A text is the whole URL of a request. A RegExp is tested on it. */
function placeOf(source: Source, place: ts.Expression): Partial<Pick<DeclaredStub, 'path' | 'match'>> {
  if (source.ts.isRegularExpressionLiteral(place)) return { match: `({ url }) => ${source.code(place)}.test(url)` }
  const text = constantText(source, place)
  if (text === undefined || !/^https?:\/\//.test(text))
    return leaveByHand('write this condition as match: ({ url }) => …')
  const { code, queries } = fromText(source, text)
  return { path: code, match: queries && `{ queries: ${queries} }` }
}
