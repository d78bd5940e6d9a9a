import type ts from 'typescript'
import { PASSTHROUGH } from '../../declare/allowed-hosts.ts'
import { objectOf } from '../../declare/changing.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { propertyValue } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { type Conditions, readHeaders } from '../../request/conditions.ts'
/** Reads the options of a scope. Returns whether what is not mocked passes. */
export function readOptions(source: Source, conditions: Conditions, options: ts.Expression): boolean {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(options)) {
    if (!ts.isIdentifier(options)) return leaveByHand('write the options of nock() inline, as an object')
    const object = objectOf(source, options)
    if (object) return readOptions(source, conditions, object)
    source.note(options, OF_OPTIONS)
    conditions.headers.push(['...', `${source.code(options)}?.reqheaders`])
    return false
  }
  let isOpen = false
  for (const property of options.properties) {
    const name = property.name?.getText(source.file) ?? '...'
    const value = propertyValue(ts, property)
    if (!value) leaveByHand(`write the option ${name} as match: (request) => …`)
    else if (name === 'reqheaders') readHeaders(source, conditions, value)
    else if (name === 'allowUnmocked' && value.kind === ts.SyntaxKind.TrueKeyword) isOpen = true
    else if (name === 'allowUnmocked' && value.kind !== ts.SyntaxKind.FalseKeyword) leaveByHand(PASSTHROUGH)
    else if (!/^(?:encodedQueryParams|allowUnmocked)$/.test(name))
      leaveByHand(`the option ${name} has no counterpart: remove it, or write match: (request) => …`)
  }
  return isOpen
}

const OF_OPTIONS = 'of these options only reqheaders is read here, of which no value may be a function'
