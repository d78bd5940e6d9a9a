import { closest, distance } from 'fastest-levenshtein'
import { nearestTo, refuseCall } from '../../core/refusal.ts'
import { propertyName, quote, show } from '../../core/show.ts'
import type { Operation, OperationMethod } from './operation.ts'
import { type BasePath, restPathOf } from './template.ts'

/** Returns a call of a method as written: `openapi.get('/users/{username}'`. */
export function callOf(method: string, path: unknown): string {
  return `openapi.${method.toLowerCase()}(${show(path)}`
}

/** Refuses a path, or a method of it, that the document lacks. */
export function refuseOperation(method: OperationMethod, path: unknown, operations: readonly Operation[]): never {
  const upper = method.toUpperCase()
  if (typeof path !== 'string') {
    return refuseCall(
      `${callOf(method, path)})`,
      'a path is a template of the document',
      `openapi.get('/users/{id}', …)`,
    )
  }
  const methods = operations.filter((operation) => operation.path === path).map((operation) => operation.method)
  if (methods.length > 0) {
    const right = closest(upper, methods).toLowerCase()
    const there = `there ${methods.length === 1 ? 'is' : 'are'} ${methods.join(', ')}`
    return refuseCall(
      `${callOf(method, path)})`,
      `the document has no ${upper} at this path; ${there}`,
      `${callOf(right, path)}, …)`,
    )
  }
  const same = operations.filter((operation) => operation.method === upper).map((operation) => operation.path)
  const paths = same.length > 0 ? same : operations.map((operation) => operation.path)
  if (paths.length === 0)
    return refuseCall(`${callOf(method, path)})`, 'the document has no paths', 'openapi(document)')
  const all = operations.map((operation) => operation.path)
  const right =
    misspelledTemplate(path, paths) ?? meantTemplate(path, same) ?? meantTemplate(path, all) ?? closest(path, paths)
  const shown = same.includes(right) ? method : (operations.find((one) => one.path === right)?.method ?? method)
  return refuseCall(`${callOf(method, path)})`, 'the document has no such path', `${callOf(shown, right)}, …)`)
}

/** Returns the template with the same params, nearly: a path with params was written by somebody who has read the document. */
function misspelledTemplate(path: string, templates: readonly string[]): string | undefined {
  const nearest = closest(path, [...templates])
  return path.includes('{') && distance(path, nearest) <= 2 ? nearest : undefined
}

/**
 * Returns the template that a path stands for if it is written in another way: as `rest` has it (`/users/:id`), as a
 * request has it (`/users/7`), or with the origin and the base of a URL.
 */
function meantTemplate(path: string, templates: readonly string[]): string | undefined {
  const asked = path
    .replace(/^https?:\/\/[^/]*/, '')
    .replace(/[?#].*/s, '')
    .replace(/(?<=.)\/$/, '')
  const segments = asked.replace(/:(\w+)/g, '{$1}').split('/')
  const fitting = templates.filter((template) => literalsOf(template) > 0 && fits(segments, template.split('/')))
  // A literal segment says more than a param, and more segments say more than fewer.
  return fitting.sort((a, b) => literalsOf(b) - literalsOf(a))[0]
}

/** Whether the last segments of a path fit those of a template. */
function fits(segments: readonly string[], template: readonly string[]): boolean {
  const own = segments.slice(-template.length + 1)
  return (
    own.length === template.length - 1 &&
    template.slice(1).every((piece, index) => piece === own[index] || (/^\{[^{}]+\}$/.test(piece) && own[index] !== ''))
  )
}

function literalsOf(template: string): number {
  return template.split('/').filter((piece) => piece !== '' && !piece.startsWith('{')).length
}

/**
 * Refuses a status that an operation does not document. A stub of `rest` may have it: servers send more than they document.
 * `isSet` says whether the settings have it, and not the response itself.
 */
export function refuseStatus(operation: Operation, status: number, base: BasePath, isSet: boolean): never {
  const { method, path, statuses } = operation
  const numbers = statuses.filter((key) => /^\d{3}$/.test(key) && Number(key) >= 200)
  const right = nearestTo(String(status), numbers) ?? numbers[0]
  const documented = `${callOf(method, path)}, …${right === undefined ? '' : `, { status: ${right} }`})`
  const own = `rest.${method.toLowerCase()}(${quote(restPathOf(path, base))}, …${isSet ? `, { status: ${status} }` : ''})`
  return refuseCall(
    `${callOf(method, path)})`,
    `the operation documents no status ${status}; there ${statuses.length === 1 ? 'is' : 'are'} ${statuses.join(', ') || 'none'}`,
    `${documented}, or, if the server sends it all the same,\n       ${own}`,
  )
}

/** Refuses a condition on a part that the operation does not declare. */
export function refuseCondition(operation: Operation, part: string, name: string, declared: readonly string[]): never {
  const { method, path } = operation
  const right = declared.length === 0 ? undefined : (nearestTo(name, declared) ?? declared[0])
  const there = declared.length === 0 ? 'none' : declared.slice(0, 12).join(', ')
  return refuseCall(
    `${callOf(method, path)})`,
    `the operation declares no ${part}.${name}; there ${declared.length === 1 ? 'is' : 'are'} ${there}`,
    right === undefined
      ? `${callOf(method, path)}, …)`
      : `${callOf(method, path)}, …, { match: ${nested([...part.split('.'), right])} })`,
  )
}

/** `{ body: { name: … } }`. */
function nested(names: readonly string[]): string {
  return names.reduceRight((inner, name) => `{ ${propertyName(name)}: ${inner} }`, '…')
}
