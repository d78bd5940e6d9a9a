import { describe, expect, test } from 'vitest'
import { openapi } from '../../../src/entries/openapi.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../../promises/support.ts'

const integers = { type: 'array', items: { type: 'integer' }, minItems: 2 }
const point = { type: 'object', required: ['x', 'y'], properties: { x: { type: 'integer' }, y: { type: 'integer' } } }
const tree = {
  type: 'object',
  properties: { id: { type: 'integer' }, inner: { $ref: '#/components/schemas/Tree' } },
}

/** A document of `GET /a/{p}`, or of a path without a param, with this one parameter. */
const apiWith = (parameter: Record<string, unknown> & { in: string }) => {
  const path = parameter.in === 'path' ? '/a/{p}' : '/a'
  const operation = { parameters: [{ name: 'p', ...parameter }], responses: { 204: { description: '' } } }
  const document = { openapi: '3.1.0', paths: { [path]: { get: operation } }, components: { schemas: { Tree: tree } } }
  return openapi(document).get(path, undefined)
}

interface Row {
  readonly title: string
  readonly parameter: Record<string, unknown> & { in: string }
  /** The requests that keep the contract: the text behind `/a`, or headers. */
  readonly right: readonly (string | Record<string, string>)[]
  /** One that breaks it, and how. */
  readonly wrong: string | Record<string, string>
  readonly violation: string
}

const rows: readonly Row[] = [
  {
    title: 'a list in a path, by commas',
    parameter: { in: 'path', required: true, schema: integers },
    right: ['/1,2', '/1,%202'],
    wrong: '/1,x',
    violation: "params.p[1]  expected integer  received 'x'",
  },
  {
    title: 'an object in a path, as names and values in turn',
    parameter: { in: 'path', required: true, schema: point },
    right: ['/x,1,y,2'],
    wrong: '/x,1,y,b',
    violation: "params.p.y  expected integer  received 'b'",
  },
  {
    title: 'an exploded object in a path, as pairs',
    parameter: { in: 'path', required: true, explode: true, schema: point },
    right: ['/x=1,y=2'],
    wrong: '/x=1,y',
    violation: "params.p.y  expected integer  received ''",
  },
  {
    title: 'a label: a value behind a dot',
    parameter: { in: 'path', required: true, style: 'label', schema: { type: 'integer' } },
    right: ['/.5'],
    wrong: '/.x',
    violation: "params.p  expected integer  received 'x'",
  },
  {
    title: 'a label: a list',
    parameter: { in: 'path', required: true, style: 'label', schema: integers },
    right: ['/.1,2'],
    wrong: '/.1',
    violation: 'params.p  expected 2 elements or more  received [1]',
  },
  {
    title: 'a label: an exploded list',
    parameter: { in: 'path', required: true, style: 'label', explode: true, schema: integers },
    right: ['/.1.2'],
    wrong: '/.1.x',
    violation: "params.p[1]  expected integer  received 'x'",
  },
  {
    title: 'a matrix: a value behind its name',
    parameter: { in: 'path', required: true, style: 'matrix', schema: { type: 'integer' } },
    right: ['/;p=5'],
    wrong: '/;p=x',
    violation: "params.p  expected integer  received 'x'",
  },
  {
    title: 'a matrix: a list',
    parameter: { in: 'path', required: true, style: 'matrix', schema: integers },
    right: ['/;p=1,2'],
    wrong: '/;p=1,x',
    violation: "params.p[1]  expected integer  received 'x'",
  },
  {
    title: 'a matrix: an exploded list',
    parameter: { in: 'path', required: true, style: 'matrix', explode: true, schema: integers },
    right: ['/;p=1;p=2'],
    wrong: '/;p=1;p=x',
    violation: "params.p[1]  expected integer  received 'x'",
  },
  {
    title: 'a matrix: an exploded object',
    parameter: { in: 'path', required: true, style: 'matrix', explode: true, schema: point },
    right: ['/;x=1;y=2'],
    wrong: '/;x=1;y=b',
    violation: "params.p.y  expected integer  received 'b'",
  },
  {
    title: 'a text that may be a list stays a text',
    parameter: { in: 'path', required: true, schema: { type: ['string', 'array', 'object'], maxLength: 3 } },
    right: ['/1,2'],
    wrong: '/1,23',
    violation: "params.p  expected 3 characters or less  received '1,23'",
  },
  {
    title: 'a list in a header',
    parameter: { in: 'header', schema: integers },
    right: [{ p: '1, 2' }, {}],
    wrong: { p: '' },
    violation: 'headers.p  expected 2 elements or more  received []',
  },
  {
    title: 'JSON in a header',
    parameter: { in: 'header', content: { 'application/json': { schema: point } } },
    right: [{ p: '{"x":1,"y":2}' }],
    wrong: { p: '{"x":1}' },
    violation: 'headers.p.y  expected integer  received nothing',
  },
  {
    title: 'JSON without a schema',
    parameter: { in: 'header', content: { 'application/json': {} } },
    right: [{ p: '{"x":1}' }],
    wrong: { p: '{' },
    violation: "headers.p  expected JSON  received '{'",
  },
  {
    title: 'a required header without a schema',
    parameter: { in: 'header', required: true },
    right: [{ p: 'any' }],
    wrong: {},
    violation: 'headers.p  expected something  received nothing',
  },
  {
    title: 'a required header of one of several types',
    parameter: { in: 'header', required: true, schema: { type: ['integer', 'null'] } },
    right: [{ p: '1' }, { p: 'null' }, { p: '' }],
    wrong: {},
    violation: 'headers.p  expected integer or null  received nothing',
  },
  {
    title: 'a required query',
    parameter: { in: 'query', required: true, schema: { anyOf: [{ type: 'integer' }] } },
    right: ['?p=1'],
    wrong: '',
    violation: 'queries.p  expected integer  received nothing',
  },
  {
    title: 'a query without a schema',
    parameter: { in: 'query', required: true },
    right: ['?p=1', '?p=1&p=2'],
    wrong: '',
    violation: 'queries.p  expected something  received nothing',
  },
  {
    title: 'a query that is one of several numbers',
    parameter: { in: 'query', schema: { enum: [1, 2, 'all'] } },
    right: ['?p=2', '?p=all'],
    wrong: '?p=3',
    violation: "queries.p  expected one of 1, 2, 'all'  received '3'",
  },
  {
    title: 'a query that is one number',
    parameter: { in: 'query', schema: { const: 1 } },
    right: ['?p=1'],
    wrong: '?p=2',
    violation: "queries.p  expected 1  received '2'",
  },
  {
    title: 'an object or a text in a query',
    parameter: { in: 'query', explode: false, schema: { oneOf: [point, { type: 'string' }] } },
    right: ['?p=text'],
    wrong: '?p=a&p=b',
    violation: "queries.p  expected object or string  received ['a', 'b']",
  },
  {
    title: 'a list or a text',
    parameter: { in: 'query', schema: { type: ['string', 'array'], items: { type: 'string' }, maxItems: 2 } },
    right: ['?p=a,b,c', '?p=a&p=b'],
    wrong: '?p=a&p=b&p=c',
    violation: "queries.p  expected 2 elements or less  received ['a', 'b', 'c']",
  },
  {
    title: 'a list that its type does not name',
    parameter: { in: 'query', schema: { items: { type: 'integer' } } },
    right: ['?p=1'],
    wrong: '?p=1&p=x',
    violation: "queries.p[1]  expected integer  received 'x'",
  },
  {
    title: 'an exploded object with any properties',
    parameter: { in: 'query', schema: { type: 'object', additionalProperties: { type: 'integer' } } },
    right: ['?a=1&b=2', ''],
    wrong: '?a=1&b=x',
    violation: "queries.p.b  expected integer  received 'x'",
  },
  {
    title: 'an exploded object without properties',
    parameter: { in: 'query', required: true, schema: { type: 'object' } },
    right: ['?a=1'],
    wrong: '',
    violation: 'queries.p  expected object  received nothing',
  },
  {
    title: 'a deep object of any depth',
    parameter: { in: 'query', style: 'deepObject', schema: tree },
    right: [`?p${'[inner]'.repeat(40)}[id]=1`],
    wrong: `?p${'[inner]'.repeat(40)}[id]=x`,
    violation: `queries.p${'.inner'.repeat(40)}.id  expected integer  received 'x'`,
  },
  {
    title: 'a deep object whose brackets do not close',
    parameter: { in: 'query', style: 'deepObject', schema: point },
    right: ['?p[x]=1&p[y]=2'],
    wrong: '?p[x=1',
    violation: "queries.p  expected object  received ['1']",
  },
]

const ask = (what: string | Record<string, string>) =>
  typeof what === 'string' ? fetch(`https://api.test/a${what}`) : fetch('https://api.test/a', { headers: what })

describe.each(rows)('$title', ({ parameter, right, wrong, violation }) => {
  test('that keeps the contract', async () => {
    start([apiWith(parameter)])
    for (const what of right) expect((await ask(what)).status).toBe(204)
  })

  test('that breaks it', async () => {
    startForgiving([apiWith(parameter)])
    const message = messageOf(await rejectionOf(ask(wrong)))
    expect(message.split('\n\n')[1]).toBe(`  ${violation}`)
  })
})

test('a parameter of the operation is in the place of the same one of its path', async () => {
  const of = (type: string) => [{ name: 'p', in: 'query', schema: { type } }]
  const operation = { parameters: of('boolean'), responses: { 204: { description: '' } } }
  const document = { openapi: '3.0.0', paths: { '/a': { parameters: of('integer'), get: operation } } }
  startForgiving([openapi(document).get('/a', undefined)])
  expect((await ask('?p=true')).status).toBe(204)
  expect(messageOf(await rejectionOf(ask('?p=1')))).toContain("queries.p  expected boolean  received '1'")
})

test.each<[what: string, parameters: unknown, message: string]>([
  ['no list', { p: {} }, 'parameters are a list, not { p: {} }\n\n  at #/paths/~1a/get/parameters'],
  ['no object', ['p'], "a parameter is an object, not 'p'\n\n  at #/paths/~1a/get/parameters/0"],
  [
    'no name',
    [{ in: 'query' }],
    'a parameter has a name, and is in path, query, header or cookie\n\n  at #/paths/~1a/get/parameters/0',
  ],
  [
    'another place',
    [{ name: 'p', in: 'body' }],
    'a parameter has a name, and is in path, query, header or cookie\n\n  at #/paths/~1a/get/parameters/0',
  ],
])('parameters that are none are refused: %s', (_what, parameters, message) => {
  const document = { openapi: '3.0.0', paths: { '/a': { get: { parameters, responses: { 204: {} } } } } }
  const error = thrownBy(() => openapi(document).get('/a', undefined))
  expect(error).toHaveProperty('code', 'OPENAPI')
  const advice = "To skip this check, add 'GET /a request' to the ignore option, with a reason"
  expect(messageOf(error)).toBe(`openapi(document): ${message}\n\n${advice}`)
})
