import { propertyName, quote } from '../../core/show.ts'
import { isPlainObject } from '../../core/type-guards.ts'

/** Code before it is laid out: a text that stays on one line, a property, or a list between two brackets. */
export type Code = string | Property | Brackets

/** A name with a string or a function. If both do not fit on one line, the string, or the function's body, stands on the next. */
interface Property {
  readonly head: string
  readonly value: string
}

export interface Brackets {
  readonly open: string
  readonly items: readonly Code[]
  readonly close: string
  /** Whether each item stands on a line of its own, however short it is. */
  readonly isBroken: boolean
}

const WIDTH = 120

/** A value that is code already, such as `equals(…)`. */
export class Written {
  readonly code: Code

  constructor(code: Code) {
    this.code = code
  }
}

/** Returns a string literal, in the kind of quotes that it contains less often. */
export function stringCode(text: string): string {
  return count(text, "'") > count(text, '"') ? JSON.stringify(text) : quote(text)
}

function count(text: string, char: string): number {
  return text.split(char).length - 1
}

/** Returns a JSON value as code. The value may contain code. */
export function codeOf(value: unknown): Code {
  if (value instanceof Written) return value.code
  if (typeof value === 'string') return stringCode(value)
  if (Array.isArray(value)) return list('[', value.map(codeOf), ']', isTable(value))
  if (isPlainObject(value)) return objectCode(Object.entries(value).map(([key, inner]) => [key, codeOf(inner)]))
  return String(value).replace('e+', 'e')
}

/** An object of names and code. */
export function objectCode(entries: readonly (readonly [string, Code])[]): Code {
  if (entries.length === 0) return '{}'
  const items = entries.map(([key, code]) => propertyCode(propertyName(key), code))
  return list('{', items, '}')
}

/** A call of a function. */
export function call(name: string, args: readonly Code[]): Code {
  return list(`${name}(`, args, ')')
}

function list(open: string, items: readonly Code[], close: string, isBroken = false): Code {
  return items.length === 0 ? open + close : { open, items, close, isBroken: isBroken || items.some(isForced) }
}

function isForced(code: Code): boolean {
  return isBrackets(code) && code.isBroken
}

function isBrackets(code: Code | undefined): code is Brackets {
  return typeof code === 'object' && 'items' in code
}

/** Rows of several columns, and lists of lists, are read line by line. */
function isTable(values: readonly unknown[]): boolean {
  const sizeOf = (value: unknown) =>
    Array.isArray(value) ? value.length : isPlainObject(value) ? Object.keys(value).length : 0
  return values.length > 1 && values.every((value) => sizeOf(value) > 1)
}

/** Formatters leave a string beside a name that is shorter than that. */
const SHORT_NAME = 5

function propertyCode(name: string, code: Code): Code {
  if (isBrackets(code)) return { ...code, open: `${name}: ${code.open}` }
  const text = oneLine(code)
  const [, parameters, body] = /^(\(\w+: \w+\) =>) (.*)$/s.exec(text) ?? []
  if (body !== undefined) return { head: `${name}: ${parameters}`, value: body }
  return isString(text) && name.length >= SHORT_NAME ? { head: `${name}:`, value: text } : `${name}: ${text}`
}

function isString(code: string): boolean {
  return /^['"]/.test(code)
}

/** Lays code out, with `before` and `after` around it. */
export function layOut(code: Code, before = '', after = '', indent = ''): string {
  const line = indent + before + oneLine(code) + after
  const isLong = line.length > WIDTH
  if (!isBrackets(code)) {
    if (!isLong) return line
    if (typeof code === 'object') return `${indent}${code.head}\n${indent}  ${code.value}${after}`
    return before.endsWith('= ') && isString(code) ? `${indent}${before.trimEnd()}\n${indent}  ${code}${after}` : line
  }
  if (!code.isBroken && !isLong) return line
  const { open, items, close } = code
  // The last argument of a call alone is broken if all before it fits: `rest.get('/users', {`.
  const last = items.at(-1)
  if (open.endsWith('(') && isBrackets(last) && isLiteral(last)) {
    const head = [...items.slice(0, -1).map(oneLine), ''].join(', ')
    const isShort = items.slice(0, -1).every((item) => !isForced(item))
    const isAlone = !isLiteral(items.at(-2), last.open)
    if (isShort && isAlone && (indent + before + open + head + last.open).length <= WIDTH) {
      return layOut({ ...last, isBroken: true }, before + open + head, close + after, indent)
    }
  }
  const inner = items.map((item) => layOut(item, '', ',', `${indent}  `))
  return [indent + before + open, ...inner, indent + close + after].join('\n')
}

/** Whether code is an object or a list; with `open`, one of that kind. */
function isLiteral(code: Code | undefined, open?: string): boolean {
  const begin = isBrackets(code) ? code.open : /^(?:\{\}|\[\])$/.exec(typeof code === 'string' ? code : '')?.[0][0]
  return open === undefined ? begin === '{' || begin === '[' : begin === open
}

function oneLine(code: Code): string {
  if (typeof code === 'string') return code
  if (!isBrackets(code)) return `${code.head} ${code.value}`
  const { open, items, close } = code
  const space = close === '}' ? ' ' : ''
  return `${open}${space}${items.map(oneLine).join(', ')}${space}${close}`
}
