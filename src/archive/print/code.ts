import { propertyName, quote } from '../../core/show.ts'
import { isPlainObject } from '../../core/type-guards.ts'

/** Code before it is laid out: a text that stays on one line, or a list between two brackets. */
export type Code = string | Brackets

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
  return text.includes("'") && !text.includes('"') ? JSON.stringify(text) : quote(text)
}

/** Returns a JSON value as code. The value may contain code. */
export function codeOf(value: unknown): Code {
  if (value instanceof Written) return value.code
  if (typeof value === 'string') return stringCode(value)
  if (Array.isArray(value)) return list('[', value.map(codeOf), ']', isTable(value))
  if (isPlainObject(value)) return objectCode(Object.entries(value).map(([key, inner]) => [key, codeOf(inner)]))
  return String(value)
}

/** An object of names and code. */
export function objectCode(entries: readonly (readonly [string, Code])[]): Code {
  if (entries.length === 0) return '{}'
  const items = entries.map(([key, code]) => prefixed(`${propertyName(key)}: `, code))
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
  return typeof code !== 'string' && code.isBroken
}

/** Rows of several columns, and lists of lists, are read line by line. */
function isTable(values: readonly unknown[]): boolean {
  const sizeOf = (value: unknown) =>
    Array.isArray(value) ? value.length : isPlainObject(value) ? Object.keys(value).length : 0
  return values.length > 1 && values.every((value) => sizeOf(value) > 1)
}

function prefixed(prefix: string, code: Code): Code {
  return typeof code === 'string' ? prefix + code : { ...code, open: prefix + code.open }
}

/** Lays code out, with `before` and `after` around it. */
export function layOut(code: Code, before = '', after = '', indent = ''): string {
  const line = oneLine(code)
  if (typeof code === 'string' || (!code.isBroken && (indent + before + line + after).length <= WIDTH)) {
    return indent + before + line + after
  }
  const { open, items, close } = code
  // The last argument of a call alone is broken if all before it fits: `rest.get('/users', {`.
  const last = items.at(-1)
  if (open.endsWith('(') && typeof last === 'object' && isLiteral(last)) {
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
  const begin = typeof code === 'object' ? code.open : /^(?:\{\}|\[\])$/.exec(code ?? '')?.[0][0]
  return open === undefined ? begin === '{' || begin === '[' : begin === open
}

function oneLine(code: Code): string {
  if (typeof code === 'string') return code
  const { open, items, close } = code
  const space = close === '}' ? ' ' : ''
  return `${open}${space}${items.map(oneLine).join(', ')}${space}${close}`
}
