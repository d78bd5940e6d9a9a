import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText } from '../read/constants.ts'
import { outerOf, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import type { CallReader } from '../request/call-lists.ts'
import { lowerCaseName } from '../request/header-names.ts'

/** Why a use of a call history stays. */
export const CALLS = 'mocks.calls() has each request, in their order: mocks.calls().at(-1)?.request'
const SENT = 'this is the text that was sent, and not the body as the test passed it'

const OF_URL: Readonly<Record<string, string>> = {
  path: 'pathname',
  origin: 'origin',
  protocol: 'protocol',
  host: 'host',
  port: 'port',
  hash: 'hash',
}

/** The code of a field of a log. `request` may be missing if its code has a `?.` in it. */
function fieldCode(source: Source, field: string, request: string): string {
  const or = (code: string) => (request.includes('?.') ? ` ?? ${code}` : '')
  if (field === 'method') return `${request}.method`
  if (field === 'fullUrl') return `${request}.url`
  if (field === 'searchParams') return `Object.fromEntries(${request}.searchParams${or('[]')})`
  const part = Object.hasOwn(OF_URL, field) ? OF_URL[field] : leaveByHand(CALLS)
  return `new URL(${request}.url${or(source.quote(''))}).${part}`
}

/** Reads a log, whose code is mynah's already. */
export function logReader(source: Source): CallReader {
  return {
    reason: CALLS,
    readMember: (log, parent, isSure) => {
      if (!source.ts.isPropertyAccessExpression(parent)) return false
      readField(source, parent, `${source.code(log)}${isSure ? '' : '?'}.request`)
      return true
    },
  }
}

function readField(source: Source, access: ts.PropertyAccessExpression, request: string): void {
  const { ts } = source
  const { text } = access.name
  const next = outerOf(source, access).parent
  if (text === 'headers') {
    if (!ts.isPropertyAccessExpression(next) && !ts.isElementAccessExpression(next)) leaveByHand(CALLS)
    lowerCaseName(source, access)
    source.replace(access, `${request}.headers`)
  } else if (text === 'body') {
    const isParsed = ts.isCallExpression(next) && next.expression.getText(source.file) === 'JSON.parse'
    source.note(access, SENT)
    source.replace(access, `${request}.text${isParsed ? ` ?? ${source.quote('')}` : ''}`)
  } else source.replace(access, fieldCode(source, text, request))
}

/** The condition of `filterCalls(criteria, { operator })`: any of them is enough there, in the order of the criteria. */
export function criteriaCode(
  source: Source,
  criteria: ts.ObjectLiteralExpression,
  options: ts.Expression | undefined,
  isCounted: boolean,
): string {
  const { ts } = source
  const operator = options && ts.isObjectLiteralExpression(options) && propertyOf(source, options, 'operator')
  const [, joint] = (operator && /^['"](AND|OR)['"]$/i.exec(operator.getText(source.file))) || []
  const isAll = joint?.toUpperCase() === 'AND'
  if ((options && !joint) || criteria.properties.length === 0) leaveByHand(CALLS)
  const tests = criteria.properties.map((one) =>
    ts.isPropertyAssignment(one)
      ? fieldTest(source, one.name.getText(source.file), one.initializer)
      : leaveByHand(CALLS),
  )
  if (tests.length > 1 && !isAll && !isCounted)
    leaveByHand(
      `in the order of the criteria there: write mocks.calls().filter(({ request }) => ${tests.join(' || ')})`,
    )
  return tests.join(isAll ? ' && ' : ' || ')
}

export function fieldTest(source: Source, field: string, value: ts.Expression | undefined): string {
  const code = fieldCode(source, field, 'request')
  if (value && source.ts.isRegularExpressionLiteral(value)) return `${source.code(value)}.test(${code})`
  if (!value || constantText(source, value) === undefined) return leaveByHand(CALLS)
  return `${code} === ${source.code(value)}`
}
