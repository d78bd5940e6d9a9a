import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { statementOfCall } from '../../read/assertions.ts'
import type { Source } from '../../read/source.ts'

/** What a file sets for all its routes by `fetchMock.config`. */
export interface Config {
  /** Whether a route takes the place of the older one of the same matcher. */
  readonly isOverwriting: boolean
  /** Whether a body is compared with the names alone that a route has. */
  readonly isPartial: boolean
}

/** Tells what the file sets. Of two values of one option neither is known. */
export function configOf({ file }: Source): Config {
  return {
    isOverwriting: isSet('overwriteRoutes', 'true'),
    isPartial: isSet('matchPartialBody', 'true'),
  }

  function isSet(name: string, value: string): boolean {
    return new RegExp(String.raw`\.config\.${name}\s*=\s*${value}\b`).test(file.text)
  }
}

const NONE = /^(?:overwriteRoutes|matchPartialBody|warnOnFallback|warnOnUnmatched|includeContentLength)$/
const PASSING = "let requests pass where a test needs it: mocks.use.all('/{*rest}', passthrough()) after its routes"
const CLASSES = /^(?:fetch|Headers|Request|Response|Promise)$/

/** Takes `fetchMock.config.x = y` away. Returns the option of the mocks that stands for it, as code. */
export function convertConfig(source: Source, config: ts.PropertyAccessExpression): string | undefined {
  const { ts } = source
  const option = config.parent
  const assignment = option.parent
  const isSet = ts.isPropertyAccessExpression(option) && ts.isBinaryExpression(assignment) && assignment.left === option
  const statement = isSet ? statementOfCall(source, assignment) : undefined
  if (!isSet || !statement)
    return leaveByHand('write the configuration as options: setupMocks([], { onUnmatched, baseUrl })')
  const name = option.name.text
  const value = assignment.right.getText(source.file)
  const isOwn = CLASSES.test(name) && isOfPlatform(source, assignment.right, name)
  if (CLASSES.test(name) && !isOwn) leaveByHand(`mynah uses the platform's own ${name}: remove this`)
  const options: Readonly<Record<string, string>> = {
    'allowRelativeUrls = true': `{ baseUrl: ${source.quote('http://localhost')} }`,
    'allowRelativeUrls = false': '',
    'fallbackToNetwork = true': `{ onUnmatched: ${source.quote('passthrough')} }`,
    'fallbackToNetwork = false': '',
    'sendAsJson = true': '',
  }
  const isSpent = isOwn || NONE.test(name)
  const code = isSpent ? '' : options[`${name} = ${value}`]
  const hasOther = new RegExp(String.raw`\.${name}\s*=(?!\s*${value}\b)`).test(source.file.text)
  if (code === undefined || (hasOther && /^(?:allow|fallback)/.test(name)))
    leaveByHand(name === 'fallbackToNetwork' ? PASSING : `remove ${name}: setupMocks has no such option`)
  source.remove(statement)
  return code || undefined
}

/** Whether a value is the global of that name. */
function isOfPlatform({ checker, file }: Source, value: ts.Expression, name: string): boolean {
  const text = value.getText(file)
  if (text !== name) return new RegExp(`^(?:globalThis|global|window|self)\\.${name}$`).test(text)
  const declarations = checker.getSymbolAtLocation(value)?.declarations ?? []
  return declarations.every((one) => one.getSourceFile() !== file)
}
