import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { constantText } from '../../read/constants.ts'
import { fromText } from '../../read/path.ts'
import type { Source } from '../../read/source.ts'

/** Leaves a redirect by hand. */
export function declareTarget(url: string): never {
  return leaveByHand(`answer redirect(${url}), and declare what that URL answers`)
}

/** fetch-mock answers at once for the URL of a redirect; here the client asks for it. */
export function redirectSetting(source: Source, url: ts.Expression, code: string): [string, string] {
  const text = constantText(source, url) ?? ''
  const [, path = ''] = /^https?:\/\/[^/]+(\/[^?]*)$/.exec(text) ?? []
  if (path === '' || isAskedFor(source, text, path)) declareTarget(code)
  return ['redirectUrl', fromText(source, text).code]
}

/** Whether the file may have a route or a request of the URL itself. */
function isAskedFor({ file }: Source, text: string, path: string): boolean {
  const [before = '', ...pieces] = file.text.split(text)
  const isCalled = [before, ...pieces.slice(0, -1)].some((one) => /\b(?!to\w+|\w*equal)\w+\(\s*['"`]$/i.test(one))
  return isCalled || file.text.split(path).length !== pieces.length + 1
}
