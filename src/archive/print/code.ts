import { propertyName, quote } from '../../core/show.ts'
import { isPlainObject } from '../../core/type-guards.ts'

/** Code before it is laid out: a text that stays on one line, or a group of codes. */
export type Code = string | Group

/** A list between two brackets. Without the second one, `items` is one text that stands on the next line if the line is full. */
interface Group {
  readonly open: string
  readonly items: readonly Code[]
  readonly close: string
  /** Whether each item stands on a line of its own, however short it is. */
  readonly isBroken: boolean
}

const WIDTH = 120

/** Returns a string literal, in the kind of quotes that it contains less often. */
export function stringCode(text: string): string {
  return text.split("'").length > text.split('"').length ? JSON.stringify(text) : quote(text)
}

/** Returns a JSON value as code. `codeFor` returns the code of a value that is written otherwise. */
export function codeOf(value: unknown, codeFor: (value: unknown) => Code | undefined = () => undefined): Code {
  const special = codeFor(value)
  if (special !== undefined) return special
  if (typeof value === 'string') return stringCode(value)
  const inner = (one: unknown) => codeOf(one, codeFor)
  if (Array.isArray(value)) return list('[', value.map(inner), ']', isTable(value))
  if (isPlainObject(value)) return objectCode(Object.entries(value).map(([key, one]) => [key, inner(one)]))
  return String(value).replace('e+', 'e')
}

/** An object of names and code. */
export function objectCode(entries: readonly (readonly [string, Code])[]): Code {
  const items = entries.map(([key, code]) => named(`${propertyName(key)}:`, code))
  return list('{', items, '}')
}

/** A call of a function. */
export function call(name: string, args: readonly Code[]): Code {
  return list(`${name}(`, args, ')')
}

/** A list between two brackets. */
export function list(open: string, items: readonly Code[], close: string, isBroken = false): Code {
  if (items.length === 0) return open + close
  return { open, items, close, isBroken: isBroken || items.some((item) => typeof item === 'object' && item.isBroken) }
}

/** Rows of several columns, and lists of lists, are read line by line. */
function isTable(values: readonly unknown[]): boolean {
  const sizeOf = (value: unknown) => (Array.isArray(value) || isPlainObject(value) ? Object.keys(value).length : 0)
  return values.length > 1 && values.every((value) => sizeOf(value) > 1)
}

/** Formatters leave a string beside a name that is shorter than that. */
const SHORT_NAME = 6

/** Code with the name of a property or of a constant before it. */
export function named(name: string, code: Code): Code {
  if (typeof code === 'object') return { ...code, open: `${name} ${code.open}` }
  return /^['"]/.test(code) && name.length >= SHORT_NAME ? onNextLine(name, code) : `${name} ${code}`
}

/** A text that stands on the next line if it does not fit. */
export function onNextLine(open: string, text: string): Code {
  return { open, items: [text], close: '', isBroken: false }
}

/** Lays code out, with `after` behind it. */
export function layOut(code: Code, indent = '', after = ''): string {
  const line = indent + oneLine(code) + after
  if (typeof code === 'string' || (!code.isBroken && line.length <= WIDTH)) return line
  const { open, items, close } = code
  const inner = `${indent}  `
  if (close === '') return `${indent}${open}\n${inner}${items[0]}${after}`
  const last = items.at(-1)
  // The last argument of a call alone is broken if all before it fits: `rest.get('/users', {`.
  if (open.endsWith('(') && typeof last === 'object' && /^[[{]$/.test(last.open)) {
    const before = items.slice(0, -1)
    const head = open + before.map((item) => `${oneLine(item)}, `).join('') + last.open
    const isShort = before.every((item) => typeof item === 'string' || !item.isBroken)
    const isAlone = before.length === 0 || !oneLine(before.at(-1) as Code).startsWith(last.open)
    if (isShort && isAlone && (indent + head).length <= WIDTH) {
      return layOut({ ...last, open: head, close: last.close + close, isBroken: true }, indent, after)
    }
  }
  return [indent + open, ...items.map((item) => layOut(item, inner, ',')), indent + close + after].join('\n')
}

function oneLine(code: Code): string {
  if (typeof code === 'string') return code
  const { open, items, close } = code
  const text = items.map(oneLine).join(', ')
  return close === '}' ? `${open} ${text} }` : close === '' ? `${open} ${text}` : open + text + close
}
