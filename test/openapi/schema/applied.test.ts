import { describe, expect, test } from 'vitest'
import { openapi } from '../../../src/entries/openapi.ts'
import { createOracle } from '../../openapi-documents/oracle.ts'

type Schemas = Readonly<Record<string, object>>

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const PLACE = '/paths/~1a/get/responses/200/content/application~1json/schema'

function documentOf(schema: object, schemas: Schemas) {
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } }
  return { openapi: '3.0.3', paths: { '/a': { get: { responses } } }, components: { schemas } }
}

const names = ['Cat', 'Dog', 'Fish'] as const
const own = {
  Pet: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' }, friend: ref('Pet') } },
  Cat: { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } },
  Dog: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  Fish: { type: 'object', properties: { depth: { type: 'number', maximum: 100 } } },
}
const discriminator = { propertyName: 'kind' }
const inherited = (name: (typeof names)[number]) => ({ allOf: [ref('Pet'), own[name]] })
const children = { Cat: inherited('Cat'), Dog: inherited('Dog'), Fish: inherited('Fish') }

/** As generators write it: the base has its children, which have the base. No validator comes to an end. */
const circular: Schemas = { Pet: { ...own.Pet, discriminator, oneOf: names.map(ref) }, ...children }

/** The same, as a validator can read it: the children have the base's own part, and the base picks one of them. */
const cut: Schemas = {
  Own: own.Pet,
  Cat: { allOf: [ref('Own'), own.Cat, kindOf('Cat')] },
  Dog: { allOf: [ref('Own'), own.Dog, kindOf('Dog')] },
  Fish: { allOf: [ref('Own'), own.Fish, kindOf('Fish')] },
  Pet: { oneOf: names.map(ref) },
}

function kindOf(name: string) {
  return { properties: { kind: { enum: [name] } } }
}

/** Payloads, right and wrong ones, at two levels. */
const payloads = (() => {
  const flat = ['Cat', 'Dog', 'Fish', 'Bird', undefined].flatMap((kind) =>
    [{}, { lives: 9 }, { lives: 'x' }, { name: 'a' }, { name: 1 }, { depth: 101 }, { lives: 9, name: 'a' }].map(
      (more) => ({
        ...(kind !== undefined && { kind }),
        ...more,
      }),
    ),
  )
  const friends = flat.map((friend) => ({ kind: 'Cat', lives: 9, friend }))
  return [...flat, ...friends, null, 1, []]
})()

const isTaken = (document: object, payload: unknown) => {
  try {
    openapi(document).get('/a', payload as null)
    return true
  } catch (error) {
    expect(error).toHaveProperty('code', 'ROUTE_DEFINITION')
    return false
  }
}

describe('a base whose children are allOf the base was refused as one that leads back to itself', () => {
  test.each<[what: string, schemas: Schemas]>([
    ['oneOf', circular],
    ['anyOf', { ...circular, Pet: { ...own.Pet, discriminator, anyOf: names.map(ref) } }],
    ['in a member of the base', { ...circular, Pet: { allOf: [own.Pet, { discriminator, oneOf: names.map(ref) }] } }],
    [
      'by a schema between',
      { ...circular, Cat: { allOf: [ref('Between'), own.Cat] }, Between: { allOf: [ref('Pet')] } },
    ],
  ])('%s: as ajv says of the same without the circle', (_what, schemas) => {
    const oracle = createOracle(documentOf(ref('Pet'), cut), '3.0')
    const document = documentOf(ref('Pet'), schemas)
    for (const payload of payloads) {
      const verdict = oracle.verdict(`#${PLACE}`, payload)?.valid
      expect({ payload, verdict: isTaken(document, payload) }).toEqual({ payload, verdict })
    }
    expect(new Set(payloads.map((payload) => isTaken(document, payload)))).toEqual(new Set([true, false]))
  })

  test.each<[what: string, payload: object, violation: string]>([
    ['a field of the child', { kind: 'Cat', lives: 'x' }, "lives  expected integer  received 'x'"],
    ['a kind that the base lacks', { kind: 'Bird' }, "kind  expected one of 'Cat', 'Dog', 'Fish'  received 'Bird'"],
    [
      'a field of a friend',
      { kind: 'Cat', lives: 9, friend: { kind: 'Dog' } },
      'friend.name  expected string  received nothing',
    ],
  ])('the message names %s', (_what, payload, violation) => {
    expect(() => openapi(documentOf(ref('Pet'), circular)).get('/a', payload)).toThrow(violation)
  })

  test('a child by itself is the base and its own part', () => {
    const document = documentOf(ref('Cat'), circular)
    expect(isTaken(document, { kind: 'Cat', lives: 9 })).toBe(true)
    expect(isTaken(document, { kind: 'Cat' })).toBe(false)
    expect(isTaken(document, { lives: 9 })).toBe(false)
  })

  test('a list of the base, whose sample is the least child', async () => {
    const api = openapi(documentOf({ type: 'array', minItems: 1, items: ref('Pet') }, circular))
    expect(() => api.sample('GET /a')).not.toThrow()
    expect(() => api.get('/a', [{ kind: 'Fish', depth: 101 }])).toThrow('[0].depth  expected 100 or less  received 101')
  })

  test('a dereferenced document', () => {
    const pet: Record<string, unknown> = { ...own.Pet, discriminator: { propertyName: 'kind' } }
    const child = (name: (typeof names)[number]) => ({ allOf: [pet, own[name], kindOf(name)] })
    Object.assign(pet, { oneOf: names.map(child), properties: { kind: { type: 'string' }, friend: pet } })
    const document = documentOf(pet, {})
    const oracle = createOracle(documentOf(ref('Pet'), cut), '3.0')
    for (const payload of payloads) {
      const verdict = oracle.verdict(`#${PLACE}`, payload)?.valid
      expect({ payload, verdict: isTaken(document, payload) }).toEqual({ payload, verdict })
    }
  })

  test('two hundred children cost no more than their number', () => {
    const many = Array.from({ length: 200 }, (_, index) => `C${index}`)
    const schemas = Object.fromEntries(many.map((name) => [name, { allOf: [ref('Pet'), own.Fish] }]))
    const Pet = { ...own.Pet, discriminator, oneOf: many.map(ref) }
    const document = documentOf(
      { type: 'array', items: { anyOf: [ref('Pet'), ...many.map(ref)] } },
      { Pet, ...schemas },
    )
    expect(isTaken(document, [{ kind: 'C199', depth: 1 }])).toBe(true)
  })
})
