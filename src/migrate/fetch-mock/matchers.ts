import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Binding } from '../read/imports.ts'
import type { Source } from '../read/source.ts'
import { filterCode } from './history.ts'

const MATCHER = /^toHave(Fetched|Got|Posted|Put|Deleted|Patched|FetchedHead)(Times)?$/
const METHODS: Readonly<Record<string, string>> = {
  Got: 'GET ',
  Posted: 'POST ',
  Put: 'PUT ',
  Deleted: 'DELETE ',
  Patched: 'PATCH ',
  FetchedHead: 'HEAD ',
}

/** Rewrites `expect(fetchMock).toHavePosted(url)`. Returns whether a use is the subject of such an assertion. */
export function convertMatcher(
  source: Source,
  use: ts.Identifier,
  mocks: string,
  { module, statement }: Binding,
): boolean {
  const { ts } = source
  const subject = use.parent
  if (!ts.isCallExpression(subject) || subject.expression.getText(source.file) !== 'expect') return false
  const isNot = ts.isPropertyAccessExpression(subject.parent) && subject.parent.name.text === 'not'
  const access = isNot ? subject.parent.parent : subject.parent
  const call = access.parent
  if (!ts.isPropertyAccessExpression(access) || !ts.isCallExpression(call)) return false
  const [, verb, times] = MATCHER.exec(access.name.text) ?? []
  const [filter, count] = times ? [call.arguments[1], call.arguments[0]] : [call.arguments[0], undefined]
  if (verb === undefined || !filter || call.arguments.length > (times ? 2 : 1))
    return leaveByHand(`write ${access.name.text}() with toHaveRequested: see "Assertions" in verifying.md`)
  const path = filterCode(source, filter)
  const method = METHODS[verb] ?? ''
  const asked = method && /^['"]/.test(path) ? `${path[0]}${method}${path.slice(1)}` : path
  if (method && asked === path) leaveByHand(`write this matcher as toHaveRequested({ method, path })`)
  source.replace(use, mocks)
  source.replace(access.name, times ? 'toHaveRequestedTimes' : 'toHaveRequested')
  source.edits.replace(call.arguments.pos, call.end - 1, [asked, ...(count ? [source.code(count)] : [])].join(', '))
  importMatchers(source, statement, module)
  return true
}

/** mynah's matchers are imported once. */
function importMatchers(source: Source, statement: ts.Node, module: string): void {
  const path = /vitest/.test(module) ? 'mynah/vitest' : 'mynah/jest'
  const code = `import ${source.quote(path)}${source.style.semicolon}\n`
  const start = statement.getStart(source.file)
  if (!source.edits.slice(start, start).includes(code)) source.edits.insert(start, code)
}
