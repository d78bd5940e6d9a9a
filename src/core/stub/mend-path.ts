import { compilePath } from '../path/path.ts'

/** Longer paths are not corrected: nobody would read the correction. */
const LONGEST = 1000

/** One repair of a path: what is replaced, and by what. */
interface Repair {
  readonly pattern: RegExp
  readonly by: string | ((...groups: string[]) => string)
}

/** The repairs, in order: a later one reads what the earlier ones wrote. */
const REPAIRS: readonly Repair[] = [
  // a template literal in plain quotes
  { pattern: /\$\{(?:[^{}]*\W)?(\w+)\W*\}/g, by: ':$1' },
  // an escape that ends the path
  { pattern: /\\$/, by: '' },
  // a quote without its end: :"id
  { pattern: /([:*])"(\w*)$/, by: '$1$2' },
  // Flask: <id>, <int:id>
  { pattern: /<(?:\w+:)?(\w+)>/g, by: ':$1' },
  // Next.js: [id], [...rest]
  { pattern: /\[(?:\.\.\.)?(\w+)\]/g, by: ':$1' },
  // a RegExp behind a param: :id(\d+)
  { pattern: /(:\w+)\([^)]*\)/g, by: '$1' },
  // a RegExp in a path: \d+
  { pattern: /\((?:\?:)?\\[dwsDWS][+*]?\)|\\[dwsDWS](?:\{[\d,]*\})?[+*]?/g, by: ':id' },
  // text with colons: /urn:isbn:1
  { pattern: /(?<=\/)[^/:]+(?::[^/:]*)*:\d[^/]*/g, by: escapeColons },
  // any number of segments, or none: :rest*
  { pattern: /\/:(\w+)\*(?=\/|$)/g, by: '{/*$1}' },
  // one segment or more: :rest+
  { pattern: /:(\w+)\+/g, by: '*$1' },
  // a wildcard without a name: *, (.*)
  { pattern: /\(\.\*\)|\*+(?![\w"])/g, by: '*rest' },
  // a param without a name: /:
  { pattern: /(?<!\\):(?![\w"])/g, by: ':id' },
  // a param whose name is a number: /:1
  { pattern: /(?<!\\):(?=\d)/g, by: ':id' },
  // two params in a row: :a:b
  { pattern: /([:*]\w+)(?=[:*])/g, by: '$1-' },
  // an optional part before a text: {/:lang}users
  { pattern: /^(\{[^{}]*\})(?=[^/{])/, by: '$1/' },
  // characters of a RegExp
  { pattern: /(?<!\\)[()[\]+!]/g, by: '\\$&' },
]

/** A param whose name was meant to have hyphens: `:user-id` is the param `user`, and text. */
export const HYPHENS = /(?<=\/):(\w+)((?:-[a-z]+)+)(?=\/|$)/i

/** Writes the names of params without hyphens: `:userId`. */
export function withoutHyphens(path: string): string {
  return path.replace(new RegExp(HYPHENS, 'gi'), (_, name: string, text: string) => {
    return `:${name}${text.replace(/-(\w)/g, (__, letter: string) => letter.toUpperCase())}`
  })
}

function escapeColons(segment: string): string {
  return segment.replaceAll(':', '\\:')
}

/** Returns the nearest path that the syntax accepts, for the mistakes that the syntax of other libraries leads to. */
export function mendPath(path: string): string {
  if (path.length > LONGEST) return path
  const mended = REPAIRS.reduce((text, { pattern, by }) => text.replace(pattern, by as string), path)
  return balanceBraces(mended)
}

/** Escapes closing braces if there are too many; closes those that are left open. */
function balanceBraces(path: string): string {
  const open = path.split('{').length - path.split('}').length
  return open < 0 ? path.replaceAll('}', '\\}') : path + '}'.repeat(open)
}

/** Returns the first path that is accepted, since the code in a message has to be right. */
export function firstRight(...paths: readonly string[]): string {
  return paths.find(isRight) ?? '/users/:id'
}

function isRight(path: string): boolean {
  if (path.length > LONGEST) return false
  try {
    compilePath(path)
    return /^(https?:\/\/[^/@*]+)?\{*\/(?!\/)/.test(path) && !/[?#]|\/\.\.?(?=\/|$)/.test(path)
  } catch {
    return false
  }
}
