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

/** A redirect that says where it leads to: fetch-mock hands it over as it is. */
export function noteFollowed(
  source: Source,
  status: ts.Expression | undefined,
  headers: ts.Expression | undefined,
): void {
  const text = headers?.getText(source.file) ?? ''
  if (status && /^30[12378]$/.test(status.getText(source.file)) && /\blocation\b/i.test(text))
    source.note(status, "fetch follows this redirect, unless it has redirect: 'manual': declare where it leads")
}
