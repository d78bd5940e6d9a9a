import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredStub } from '../layout/model.ts'
import { constantText } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Link } from '../read/nodes.ts'
import { fromText } from '../read/path.ts'
import type { Source } from '../read/source.ts'
import { requestFields, withRequest } from '../request/request-fields.ts'
import { isInline } from '../request/resolver.ts'
import { providedBy } from './provided-answers.ts'
import type { Answer } from './response-init.ts'
import { aborted, rejection } from './returned-values.ts'

/** The names of methods that declare an answer. */
export const ANSWER =
  /^(?:once|mockResponses|mock(?:Response|Reject|Abort)(?:Once)?|mockResponse(?:Once)?If|(?:do)?[mM]ock(?:Once)?(?:If)?)$/

/** Reads the answers of a chain. Those that come once are asked first, in order; of the others the last one counts. */
export function answersOf(source: Source, links: readonly Link[]): Interceptor[] {
  const all = links.flatMap((link) => answersOfLink(source, link))
  const isLast = ({ isPersisted }: Interceptor) => isPersisted
  return [...all.filter((one) => !isLast(one)), ...all.filter(isLast).slice(-1)]
}

function answersOfLink(source: Source, link: Link): Interceptor[] {
  const { ts } = source
  const { name, args } = link
  if (!ANSWER.test(name)) leaveByHand(`write ${name}() by hand: see "From jest-fetch-mock" in migrating.md`)
  if (name === 'mockResponses') {
    return args.map((one) => {
      const [body, init] = ts.isArrayLiteralExpression(one) ? one.elements : [one]
      return stubOf(link, providedBy(source, body, init), true, {})
    })
  }
  const isOnce = /Once(?:If)?$|^once$/.test(name)
  if (!/If$/.test(name)) return [stubOf(link, answerOf(source, link), isOnce, {})]
  const [place, ...rest] = args
  if (!place || rest.length === 0)
    return leaveByHand('what this lets through goes to the network there: write mocks.use.all(url, payload)')
  source.note(link.node, 'other requests go to the network there; here they fail, unless passthrough allows them')
  return [stubOf(link, providedBy(source, rest[0], rest[1]), isOnce, placeOf(source, place))]
}

function answerOf(source: Source, { name, args: [first, second], node }: Link): Answer {
  if (name.startsWith('mockAbort')) return aborted(source, node)
  return name.startsWith('mockReject') ? rejection(source, first, node) : providedBy(source, first, second)
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
