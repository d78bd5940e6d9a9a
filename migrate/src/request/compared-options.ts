import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn } from '../read/assertions.ts'
import { calleeOf, nameText } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const READ = 'read what the test needs from call.request'
const OTHERS = 'this compares what is named here: a request may have more, as headers of its client'

/** Rewrites `expect(call.options).toEqual({ method: 'post', headers, body })`. Returns whether it is that. */
export function compareOptions(source: Source, options: ts.Node): boolean {
  const { ts } = source
  const { path, name, call } = expectationOn(source, options) ?? {}
  if (path === undefined || !name || !call) return false
  // A request always has them.
  if (/^toBe(?:Defined|Truthy)$/.test(path)) return true
  const [, isWhole] = /^(?:not\.)?to(?:MatchObject|((?:Strict)?Equal))$/.exec(path) ?? leaveByHand(READ)
  const [expected] = call.arguments
  const isPart = expected && ts.isCallExpression(expected) && calleeOf(source, expected) === 'expect.objectContaining'
  const object = isPart ? expected.arguments[0] : expected
  if (!expected || !object || !ts.isObjectLiteralExpression(object)) return leaveByHand(READ)
  const fields = new Map(object.properties.map((one) => fieldOf(source, one)))
  if (isWhole && !isPart) {
    source.note(options, OTHERS)
    for (const [name, code] of [['method', source.quote('GET')] as const, ['text', 'undefined'] as const])
      if (!fields.has(name)) fields.set(name, code)
  }
  source.replace(name, 'toMatchObject')
  source.replace(expected, `{ ${[...fields].map(([name, code]) => `${name}: ${code}`).join(', ')} }`)
  return true
}

/** What a request has in place of an option, as code: names of headers in lower case, the method in capitals. */
function fieldOf(source: Source, one: ts.ObjectLiteralElementLike): readonly [string, string] {
  const { ts, file } = source
  const value = ts.isPropertyAssignment(one) ? one.initializer : leaveByHand(READ)
  const name = one.name?.getText(file)
  const isText = ts.isStringLiteralLike(value) || /^JSON\.stringify\(/.test(value.getText(file))
  if (name === 'body' && isText) return ['text', source.code(value)]
  if (name === 'method' && ts.isStringLiteralLike(value)) return [name, source.quote(value.text.toUpperCase())]
  if (name !== 'headers' || !ts.isObjectLiteralExpression(value)) return leaveByHand(READ)
  const headers = value.properties.map((header) => {
    const key = nameText(ts, header.name)
    if (!key || !ts.isPropertyAssignment(header) || !ts.isStringLiteralLike(header.initializer))
      return leaveByHand(READ)
    const lower = key.toLowerCase()
    return `${/^\w+$/.test(lower) ? lower : source.quote(lower)}: ${source.code(header.initializer)}`
  })
  return [name, `{ ${headers.join(', ')} }`]
}
