import type ts from 'typescript'
import { isInline, usesIn } from '../declare/resolver.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Source } from '../read/source.ts'

/** msw's events, and those of mynah that come at the same time. */
const EVENTS: Readonly<Record<string, string>> = {
  'request:start': 'request',
  'request:unhandled': 'unmatched',
  'response:mocked': 'answered',
}
const NO_EVENT: Readonly<Record<string, string>> = {
  'request:match': "mocks.on('answered', ({ request, stub }) => …) tells which stub took a request",
  'request:end': "mocks.on('answered', ({ request }) => …) comes when a request is answered",
  'response:bypass': "mocks.on('answered', ({ outcome, response }) => …): the outcome of a real answer is 'passed'",
  unhandledException: 'a resolver that throws fails the call and its test: expect the failure there',
}

/** Rewrites `server.events.on('request:start', ({ request }) => …)`. */
export function convertEvents(source: Source, server: ts.Identifier, events: ts.PropertyAccessExpression): void {
  const { ts } = source
  const access = events.parent
  const call = access.parent
  const member = ts.isPropertyAccessExpression(access) ? access.name.text : ''
  if (!ts.isCallExpression(call) || member !== 'on')
    leaveByHand(
      member === 'once'
        ? `let the listener take itself away: const undo = ${server.text}.on(name, () => undo())`
        : `call the undo that ${server.text}.on(…) returns`,
    )
  else {
    const [name, listener] = call.arguments
    const event = name && ts.isStringLiteralLike(name) ? name.text : ''
    const own = EVENTS[event]
    if (!own || !name) leaveByHand(NO_EVENT[event] ?? 'mocks.on(name, listener) knows request, answered and unmatched')
    else {
      if (listener) convertListener(source, listener)
      source.edits.replace(server.end, events.end, '')
      source.replace(name, source.quote(own))
    }
  }
}

/** A listener gets a call, whose request is plain data, and whose response has the status and the headers. */
function convertListener(source: Source, listener: ts.Expression): void {
  const { ts } = source
  if (!isInline(source, listener))
    leaveByHand('write the listener in place: it gets a call, ({ request, response }) => …')
  const [parameter] = listener.parameters
  if (!parameter) return
  const pattern = parameter.name
  if (!ts.isObjectBindingPattern(pattern)) leaveByHand('a listener gets a call: take request out of it')
  else {
    const fields = pattern.elements.map((one) => fieldOf(source, listener, one))
    source.replace(pattern, `{ ${fields.join(', ')} }`)
  }
}

function fieldOf(
  source: Source,
  listener: ts.ArrowFunction | ts.FunctionExpression,
  element: ts.BindingElement,
): string {
  const { ts } = source
  const property = (element.propertyName ?? element.name).getText(source.file)
  if (!ts.isIdentifier(element.name)) return leaveByHand('take request and response out of the call by their names')
  const members = usesIn(source, listener.body, element.name).map(({ parent }) =>
    ts.isPropertyAccessExpression(parent) ? parent.name.text : '',
  )
  if (property === 'request')
    return members.every((member) => /^(?:url|method)$/.test(member))
      ? element.getText(source.file)
      : `request: { raw: ${element.name.text} }`
  if (property === 'response' && members.every((member) => member === 'status')) return element.getText(source.file)
  return leaveByHand(
    property === 'response' ? 'call.response has the status and the headers alone' : `a call has no ${property}`,
  )
}
