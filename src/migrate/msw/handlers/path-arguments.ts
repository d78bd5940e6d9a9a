import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { originOf } from '../../read/imports.ts'
import { nodesIn, usesIn } from '../../read/nodes.ts'
import { isRegExp } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { functionOf } from '../../request/resolver.ts'
import { pathOf } from './path.ts'
import { MODULES } from './uses.ts'

/** Rewrites the paths that calls hand to functions of the project, which make handlers of them. Returns whether there was one. */
export function convertPathArguments(source: Source): boolean {
  const { ts } = source
  const calls = nodesIn(ts, source.file, ts.isCallExpression)
  const found = calls.flatMap((call) => {
    const others = call.arguments.filter((one) => isOther(source, one))
    const parameters = others.length > 0 ? parametersOf(source, call.expression) : []
    return others.flatMap((argument) => {
      const parameter = parameters[call.arguments.indexOf(argument)]
      return parameter && pathUses(source, parameter).length > 0 ? [{ argument, parameter }] : []
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

/** The names of the parameters of a function of the project. */
function parametersOf(source: Source, callee: ts.Expression): (ts.Identifier | undefined)[] {
  const parameters = functionOf(source, callee)?.parameters ?? []
  return parameters.map(({ name }) => (source.ts.isIdentifier(name) ? name : undefined))
}

/** The uses of a parameter as the path of a handler, or as its begin. */
function pathUses(source: Source, parameter: ts.Identifier): ts.Identifier[] {
  const { ts, checker } = source
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
    const symbol = maker && ts.isIdentifier(maker) ? checker.getSymbolAtLocation(maker) : undefined
    return symbol !== undefined && originOf(source, symbol, MODULES) === 'http'
  })
}
