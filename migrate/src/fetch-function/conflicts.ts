import { leaveByHand } from '../layout/by-hand.ts'
import { mayRunBefore } from '../order/placements.ts'
import type { Link } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** Calls that the newest override cannot stand for, beside what runs before or after them in a test. */
interface Conflict {
  readonly call: RegExp
  readonly before: RegExp
  readonly after: RegExp
  readonly reason: string
}

/** A function that jest-fetch-mock does not know: it asks neither whether to mock, nor the routes. */
const FUNCTION = 'mock(?:Reject|Abort|Implementation|ReturnValue|ResolvedValue|RejectedValue)(?:Once)?'

const CONFLICTS: readonly Conflict[] = [
  {
    call: /^dontMock$/,
    before: new RegExp(`^(?:${FUNCTION}|route(?:Once)?)$`),
    after:
      /^(?:mockResponses?|mockResponse(?:Once)?(?:If)?|once|dontMock(?:Once)?If|(?:doMock|doMockOnce|mockOnce)\(\))$/,
    reason:
      'what lets requests through here counts for later answers too: write mocks.use.all(/.*/, passthrough()) after them',
  },
  {
    call: /^dontMockOnce(?:If)?$/,
    before: new RegExp(`^(?:${FUNCTION}|mockResponses|once|route(?:Once)?|(?:doMock|mock\\w*)Once(?:If)?)$`),
    after: /^(?:mockResponses|once|route(?:Once)?|(?:doMock|mock\w*)Once(?:If)?)$/,
    reason: 'this takes an answer that comes once with it: declare the passthrough() in its place',
  },
  {
    call: /^dontMock(?:Once)?If$/,
    before: new RegExp(`^(?:${FUNCTION}|route(?:Once)?)$`),
    after: /^/,
    reason:
      'what lets requests through here counts for later answers too: write mocks.use.all(/.*/, passthrough()) after them',
  },
  {
    call: /^route(?:Once)?$/,
    before: new RegExp(`^${FUNCTION}$`),
    after: /^(?!route)/,
    reason: 'declare it after the answer to all requests: mocks.use.all(url, payload)',
  },
]

/** Leaves a call that lets requests through, or a route, where another call of the file would count in another order. */
export function refuseConflicts(source: Source, link: Link, all: readonly Link[]): void {
  for (const { call, before, after, reason } of CONFLICTS) {
    if (!call.test(link.name)) continue
    const isWrong = all.some(
      (other) =>
        (before.test(nameOf(other)) && runsBefore(source, other, link)) ||
        (after.test(nameOf(other)) && runsBefore(source, link, other)),
    )
    if (isWrong) leaveByHand(reason)
  }
}

/** `doMock()` without an answer is another call than `doMock(answer)`. */
function nameOf({ name, args }: Link): string {
  return args.length === 0 && /^(?:do)?[mM]ock(?:Once)?$/.test(name) ? `${name}()` : name
}

/** The links of one chain begin at one place. */
function runsBefore(source: Source, first: Link, second: Link): boolean {
  return first.node.pos === second.node.pos
    ? first.node.end < second.node.end
    : mayRunBefore(source, first.node, second.node)
}
