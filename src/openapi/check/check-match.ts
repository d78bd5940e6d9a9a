import { isPredicate } from '../../core/match/compile.ts'
import { isPlainObject, isRegExp } from '../../core/type-guards.ts'
import { isForm, isJson } from '../document/media-type.ts'
import type { Operation, Place } from '../document/operation.ts'
import { refuseCondition } from '../document/refusals.ts'
import { paramsOf } from '../document/template.ts'
import { isOpen, membersOf, propertySchema, typesOf } from '../schema/coerce.ts'
import type { CompiledSchema, Schemas } from '../schema/schemas.ts'
import { styleOf } from './read-parameter.ts'

/** The headers that no operation declares as parameters. */
const ALWAYS = ['authorization', 'accept', 'content-type']

/** Refuses a `match` on a part that an operation does not declare: a request that keeps the contract never has that part. */
export function checkMatch(operation: Operation, match: unknown, schemas: Schemas): void {
  if (!isNamed(match)) return
  const checkNames = (part: string, declared: readonly string[], isDeclared: (name: string) => boolean) => {
    const asked = match[part]
    if (!isNamed(asked)) return
    for (const name of Object.keys(asked)) if (!isDeclared(name)) refuseCondition(operation, part, name, declared)
  }
  const namesIn = (place: Place) => [
    ...operation.parameters.filter((one) => one.place === place).map(({ name }) => name),
    ...operation.apiKeys(place),
  ]
  const params = paramsOf(operation.path)
  checkNames('params', params, (name) => params.includes(name))
  const queries = namesIn('query')
  checkNames('queries', queries, (name) => isQuery(operation, name, queries, schemas))
  const headers = namesIn('header').map((name) => name.toLowerCase())
  checkNames('headers', [...headers, 'authorization'], (name) => [...headers, ...ALWAYS].includes(name.toLowerCase()))
  const cookies = namesIn('cookie')
  checkNames('cookies', cookies, (name) => cookies.includes(name))
  if (match.body !== undefined) checkBody(operation, match.body, schemas)
}

/** Whether a value is an object of names. */
function isNamed(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && !isPredicate(value) && !isRegExp(value)
}

/** A query may be one property of a parameter that is an object. */
function isQuery(operation: Operation, name: string, declared: readonly string[], schemas: Schemas): boolean {
  if (declared.includes(name) || declared.includes(name.replace(/\[.*/s, ''))) return true
  return operation.parameters.some((parameter) => {
    const schema = parameter.place === 'query' ? schemas.schemaOf(parameter.part, 'request') : undefined
    if (!schema || !styleOf(parameter).explode || !typesOf(schema.root, schema.lookup).has('object')) return false
    const members = membersOf(schema.root, schema.lookup)
    return isOpen(members) || propertySchema(members, name) !== undefined
  })
}

function checkBody(operation: Operation, expected: unknown, schemas: Schemas): void {
  const content = operation.body?.content ?? []
  const bodies = content
    .filter(([type]) => isJson(type) || isForm(type))
    .map(([, media]) => schemas.schemaOf(media, 'request'))
  // A body without a schema, or of another type, may have anything in it.
  if (bodies.length < content.length || bodies.some((schema) => !schema)) return
  const schemasOf = bodies as readonly CompiledSchema[]
  checkFields(
    operation,
    expected,
    schemasOf.map(({ root }) => root),
    schemasOf[0]?.lookup ?? {},
    'body',
  )
}

function checkFields(
  operation: Operation,
  expected: unknown,
  schemas: readonly CompiledSchema['root'][],
  lookup: CompiledSchema['lookup'],
  at: string,
): void {
  if (!isNamed(expected)) return
  const members = schemas.flatMap((schema) => membersOf(schema, lookup))
  const names = [...new Set(members.flatMap(({ properties }) => Object.keys(properties ?? {})))]
  for (const [name, inner] of Object.entries(expected)) {
    const isBracketed = names.includes(name.replace(/\[.*/s, ''))
    const property = propertySchema(members, name)
    if (property === undefined && !isBracketed && !(members.length > 0 && isOpen(members))) {
      refuseCondition(operation, at, name, names)
    }
    if (property !== undefined) checkFields(operation, inner, [property], lookup, `${at}.${name}`)
  }
}
