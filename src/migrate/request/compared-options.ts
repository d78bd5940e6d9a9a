import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const READ = 'read what the test needs of call.request'
const OTHERS = 'this compares what is named here: a request may have more, as headers of its client'

/** Rewrites `expect(call.options).toEqual({ method: 'post', headers, body })`. Returns whether it is that. */
export function compareOptions(source: Source, options: ts.Node): boolean {
  const { ts, file } = source
  const subject = outerOf(source, options).parent
  const isNot = ts.isPropertyAccessExpression(subject.parent) && subject.parent.name.text === 'not'
  const access = isNot ? subject.parent.parent : subject.parent
  if (!ts.isCallExpression(subject) || subject.expression.getText(file) !== 'expect') return false
  if (!ts.isPropertyAccessExpression(access) || !ts.isCallExpression(access.parent)) return false
  const [, isWhole] = /^to(?:MatchObject|((?:Strict)?Equal))$/.exec(access.name.text) ?? leaveByHand(READ)
  const [expected] = access.parent.arguments
  const isPart =
    expected && ts.isCallExpression(expected) && expected.expression.getText(file) === 'expect.objectContaining'
  const object = isPart ? expected.arguments[0] : expected
  if (!expected || !object || !ts.isObjectLiteralExpression(object)) return leaveByHand(READ)
  const fields = new Map(object.properties.map((one) => fieldOf(source, one)))
  if (isWhole && !isPart) {
    source.note(options, OTHERS)
    for (const [name, code] of [['method', source.quote('GET')] as const, ['text', 'undefined'] as const])
      if (!fields.has(name)) fields.set(name, code)
  }
  source.replace(access.name, 'toMatchObject')
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
    const key = header.name && (ts.isIdentifier(header.name) || ts.isStringLiteral(header.name)) ? header.name.text : ''
    if (key === '' || !ts.isPropertyAssignment(header) || !ts.isStringLiteralLike(header.initializer))
      return leaveByHand(READ)
    const lower = key.toLowerCase()
    return `${/^\w+$/.test(lower) ? lower : source.quote(lower)}: ${source.code(header.initializer)}`
  })
  return [name, `{ ${headers.join(', ')} }`]
}
