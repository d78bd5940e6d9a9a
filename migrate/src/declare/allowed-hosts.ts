import type ts from 'typescript'
import { constantText } from '../read/constants.ts'
import { subjectCode } from '../read/nodes.ts'
import { isRegExp, kindOf } from '../read/payload.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { conditionOn } from '../request/resolver.ts'

const HOST = /^[\w.-]+(?::\d+)?$/

export function openOption(source: Source): string {
  return `{ onUnmatched: ${source.quote('passthrough')} }`
}

/** The option that lets the requests to a host pass: a text is the host itself, or a pattern that a part of it fits. */
export function hostOption(source: Source, host: ts.Expression, kind: 'exact' | 'pattern'): string {
  const text = constantText(source, host)
  if (text === undefined || !HOST.test(text))
    return `{ passthrough: [({ url }) => ${hostCondition(source, host, kind)}] }`
  const place = text.includes(':') ? text : `${text}:*`
  return `{ passthrough: [${['http', 'https'].map((scheme) => source.quote(`${scheme}://${place}`)).join(', ')}] }`
}

/** The hosts of nock always have a port. */
function hostCondition(source: Source, host: ts.Expression, kind: 'exact' | 'pattern'): string {
  const code = source.code(host)
  const place = `new ${source.global('URL')}(url).host`
  if (kind === 'pattern' && /:(?:\d|\\d|\[)/.test(code)) leaveByHand(PASSTHROUGH)
  if (kindOf(source, host) === 'function') return conditionOn(source, host, place)
  if (isRegExp(source, host)) return `${subjectCode(source, host)}.test(${place})`
  if (kindOf(source, host) !== 'string') leaveByHand(PASSTHROUGH)
  return kind === 'exact' ? `${place} === ${code}` : `new RegExp(${code}).test(${place})`
}

export const PASSTHROUGH = 'write the option passthrough: setupMocks([], { passthrough: [origin] })'

/** Joins options of `setupMocks`: two libraries of a file may each stand for one. */
export function mergeOptions(options: readonly string[]): string {
  const given = [...new Set(options.filter((one) => one !== ''))]
  if (given.length < 2) return given.join('')
  const fields = given.map((one) => one.slice(1, -1).trim())
  const lists = fields.flatMap((one) => LIST.exec(one)?.[1] ?? [])
  const others = fields.filter((one) => !LIST.test(one))
  return `{ ${[...others, ...(lists.length > 0 ? [`passthrough: [${lists.join(', ')}]`] : [])].join(', ')} }`
}

const LIST = /^passthrough: \[(.*[^,\s])[,\s]*\]$/s
