import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { nodesIn, usesIn } from '../../read/nodes.ts'
import { isRegExp } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { functionOf } from '../../request/resolver.ts'
import { pathOf } from './path.ts'
import { exportOf } from './uses.ts'

/** Rewrites the paths that calls hand to functions of the project, which make handlers of them. Returns whether there was one. */
export function convertPathArguments(source: Source): boolean {
  const { ts } = source
  const calls = nodesIn(ts, source.file, ts.isCallExpression)
  const found = calls.flatMap((call) => {
    const others = call.arguments.filter((one) => isOther(source, one))
    const made = others.length > 0 ? functionOf(source, call.expression) : undefined
    return others.flatMap((argument) => {
      const parameter = made?.parameters[call.arguments.indexOf(argument)]?.name
      const isPath = parameter && ts.isIdentifier(parameter) && pathUses(source, parameter).length > 0
      return isPath ? [{ argument, parameter }] : []
    })
  })
  for (const { argument, parameter } of found) source.attempt(argument, () => convertPath(source, argument, parameter))
  return found.length > 0
}

/** Whether the two libraries may read a path in different ways. */
function isOther(source: Source, argument: ts.Expression): boolean {
  return source.ts.isStringLiteralLike(argument) ? /[*+()?]/.test(argument.text) : isRegExp(source, argument)
}

function convertPath(source: Source, argument: ts.Expression, parameter: ts.Identifier): void {
  if (!source.ts.isStringLiteralLike(argument))
    leaveByHand('rest.get tests a RegExp on the pathname, and msw on the whole URL: write it for the pathname')
  const path = pathOf(argument.text)
  const others = usesIn(source, parameter.parent.parent, parameter).length - 1 - pathUses(source, parameter).length
  if (others > 0) leaveByHand(`the path is ${path} here, and ${parameter.text} is used for something else too`)
  source.replace(argument, source.quote(path))
}

/** The uses of a parameter as the path of a handler, or as its begin. */
function pathUses(source: Source, parameter: ts.Identifier): ts.Identifier[] {
  const { ts } = source
  return usesIn(source, parameter.parent.parent, parameter).filter((use) => {
    const whole = ts.isTemplateSpan(use.parent)
      ? use.parent.parent
      : ts.isBinaryExpression(use.parent)
        ? use.parent
        : use
    const call = whole.parent
    const isBegin = /^`?\$?\{?\w+\b/.exec(whole.getText())?.[0].endsWith(use.text)
    if (!isBegin || !ts.isCallExpression(call) || call.arguments[0] !== whole) return false
    const maker = ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined
    return exportOf(source, maker) === 'http'
  })
}
