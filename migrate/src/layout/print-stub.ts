import { type DeclaredStub, type Fields, fieldCode, isLookedUp, leaveByHand } from './model.ts'

const WIDTH = 100

export interface Style {
  readonly quote: '"' | "'"
  readonly semicolon: string
  readonly indent: string
}

export interface Names {
  name(exported: string): string
}

/** Prints `caller.get(path, response, settings)`; `indent` is the indentation of the line on which the call begins. */
export function printStub(stub: DeclaredStub, caller: string, names: Names, style: Style, indent: string): string {
  const { response, settings } = responseAndSettings(stub, names)
  const args: Argument[] = [
    ...(stub.path === '' ? [] : [stub.path]),
    response,
    ...(settings.length === 0 ? [] : [settings]),
  ]
  const member = isLookedUp(stub) ? stub.method : `.${stub.method}`
  return printCall(caller + member, args, style, indent)
}

type Argument = string | Fields

/** Prints a call on one line, or with one argument on each if that is too long. */
export function printCall(callee: string, args: readonly Argument[], style: Style, indent: string): string {
  const codes = args.map((arg) => argumentCode(arg, style, indent))
  const line = `${callee}(${codes.join(', ')})`
  const hangs = codes.slice(0, -1).every((code) => !code.includes('\n')) && !COMMENT.test(codes.at(-1) ?? '')
  // Code may span lines as the last argument of a call if a bracket ends it.
  const isBracketed = !codes.at(-1)?.includes('\n') || /[}\])]$/.test(line.slice(0, -1))
  if (hangs && fits(line, indent) && (args.length === 1 || isBracketed)) return line
  const inner = indent + style.indent
  const items = args.map((arg) => inner + argumentCode(arg, style, inner))
  return `${callee}(\n${items.join(',\n')},\n${indent})`
}

const COMMENT = /^\/[/*]/

function fits(code: string, indent: string): boolean {
  return indent.length + (code.split('\n')[0] as string).length <= WIDTH
}

function argumentCode(arg: Argument, style: Style, indent: string): string {
  return typeof arg === 'string' ? rebase(arg, style, indent) : objectCode(arg, style, indent)
}

/**
 * Moves the lines of code so that its last one has the indentation, and one level more if a line of its level closes no bracket. Code with
 * a text in backquotes that may span lines is not moved.
 */
export function rebase(code: string, style: Style, indent: string): string {
  const lines = code.split('\n')
  const last = lines.at(-1) as string
  if (lines.length === 1 || hasTextOfLines(code)) return code
  const base = /^[ \t]*/.exec(last)?.[0] as string
  const isFixed = (line: string, index: number) => index === 0 || line.trim() === ''
  const goesOn = (line: string, index: number) =>
    !isFixed(line, index) && line.startsWith(base) && /^(?!\/[/*])[^\s\])}]/.test(line.slice(base.length))
  const target = !COMMENT.test(code) && lines.some(goesOn) ? indent + style.indent : indent
  const move = (line: string) => (line.startsWith(base) ? target + line.slice(base.length) : line)
  return lines.map((line, index) => (isFixed(line, index) ? line : move(line))).join('\n')
}

/** Whether a text in backquotes may span lines: one does, or has another one inside. */
function hasTextOfLines(code: string): boolean {
  const texts = code.split('`').filter((_, index) => index % 2 === 1)
  return code.includes('\\`') || texts.some((text) => text.includes('\n') || /\$\{[^}]*$/.test(text))
}

function objectCode(fields: Fields, style: Style, indent: string): string {
  const line = `{ ${fields.map(([name, code]) => fieldCode(name, code)).join(', ')} }`
  if (!line.includes('\n') && fits(line, indent)) return line
  const inner = indent + style.indent
  const items = fields.map(([name, code]) => inner + fieldCode(name, rebase(code, style, inner)))
  return `{\n${items.join(',\n')},\n${indent}}`
}

/** A status stands in `status()` if there is no other setting, or no payload. */
function responseAndSettings(stub: DeclaredStub, names: Names): { response: string; settings: Fields } {
  const { code, status, isJson } = stub.response
  const others: (readonly [string, string])[] = [
    ...(stub.match === undefined ? [] : [['match', stub.match] as const]),
    ...stub.settings.filter(([name, code]) => name !== 'headers' || code !== '{}'),
    ...(stub.times === undefined ? [] : [['times', stub.times] as const]),
  ]
  if (status === undefined) return { response: code, settings: others }
  if (/^\d+$/.test(status) && (Number(status) < 200 || Number(status) > 599))
    leaveByHand(`no stub answers with ${status}: a status is from 200 to 599`)
  if (code === 'undefined') return { response: `${names.name('status')}(${status})`, settings: others }
  if (isJson && others.length === 0) return { response: `${names.name('status')}(${status}, ${code})`, settings: [] }
  return { response: code, settings: [['status', status], ...others] }
}

/** Reads the quotes, semicolons and indentation that a file has most of. */
export function styleOf(text: string): Style {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const ends = lines.filter(
    (line) => /[\w)'"`\]}]$/.test(line) && /^\s*(?:const|import|let|return)\b/.test(line),
  ).length
  const semicolons = lines.filter((line) => line.endsWith(';')).length
  const isDouble = text.split('"').length > text.split("'").length
  const indent = lines.map((line) => /^(?: {2,8}|\t)(?=\S)/.exec(line)?.[0]).find((blanks) => blanks !== undefined)
  return { quote: isDouble ? '"' : "'", semicolon: semicolons >= ends ? ';' : '', indent: indent ?? '  ' }
}
