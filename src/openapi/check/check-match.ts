import { isFormType } from '../../core/http-rules.ts'
import { isPredicate } from '../../core/match/compile.ts'
import { isPlainObject, isRegExp } from '../../core/type-guards.ts'
import { isJson } from '../document/media-type.ts'
import type { Operation, Place } from '../document/operation.ts'
import { refuseCondition } from '../document/refusals.ts'
import { paramsOf, queriesOf } from '../document/template.ts'
import { isOpen, membersOf, namesIn, propertyOf, typesOf } from '../schema/members.ts'
import type { LinkedSchema, Schemas } from '../schema/schemas.ts'
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
  const queries = [...namesIn('query'), ...Object.keys(queriesOf(operation.path))]
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
    if (parameter.place !== 'query' || !styleOf(parameter).explode) return false
    const schema = schemas.schemaOf(parameter.part, 'request')
    const members = membersOf(schema)
    return typesOf(schema).has('object') && (isOpen(members) || propertyOf(members, name) !== undefined)
  })
}

function checkBody(operation: Operation, expected: unknown, schemas: Schemas): void {
  const content = operation.body?.content ?? []
  // A body of another type may have anything in it.
  if (!content.every(([type]) => isJson(type) || isFormType(type))) return
  const bodies = content.map(([, media]) => schemas.schemaOf(media, 'request'))
  checkFields(operation, expected, bodies, 'body')
}

function checkFields(operation: Operation, expected: unknown, schemas: readonly LinkedSchema[], at: string): void {
  if (!isNamed(expected)) return
  const members = schemas.flatMap(membersOf)
  const names = namesIn(members)
  const mayHaveMore = schemas.some((schema) => isOpen(membersOf(schema)))
  for (const [name, inner] of Object.entries(expected)) {
    const root = propertyOf(members, name)
    const isBracketed = names.includes(name.replace(/\[.*/s, ''))
    if (root === undefined && !isBracketed && !mayHaveMore) refuseCondition(operation, at, name, names)
    const lookup = schemas[0]?.lookup
    if (lookup && root !== undefined) checkFields(operation, inner, [{ root, lookup }], `${at}.${name}`)
  }
}
