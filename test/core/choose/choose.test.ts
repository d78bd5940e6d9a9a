import { describe, expect, test } from 'vitest'
import { choose, chooseByHead } from '../../../src/core/choose/choose.ts'
import type { Stub } from '../../../src/core/stub/stub.ts'
import { type Asked, nameOf, requestOf, stubOf, tableOf } from '../support.ts'

const users = stubOf('GET', '/users')
const admins = stubOf('GET', '/users', { match: { queries: { role: 'admin' } } }, 'admins')
const posted = stubOf('POST', '/users')
const matched = stubOf('POST', '/users', { match: { body: { name: 'Ada' } } }, 'a body')
const both = stubOf('POST', '/users', { match: { headers: { 'x-id': '1' }, body: 'ping' } }, 'a header and a body')
const asked = stubOf('POST', '/users', { match: () => false }, 'a function')

interface Case {
  readonly title: string
  readonly layers: readonly (readonly Stub[])[]
  readonly request: string | Asked
  readonly spent?: readonly Stub[]
  readonly expected: string | undefined
}

const cases: readonly Case[] = [
  { title: 'a default stub', layers: [[users]], request: '/users', expected: 'GET /users' },
  { title: 'no stub', layers: [[users]], request: '/teams', expected: undefined },
  { title: 'no layer', layers: [], request: '/users', expected: undefined },
  { title: 'a stub whose head matches', layers: [[users, admins]], request: '/users?role=admin', expected: 'admins' },
  {
    title: 'the next stub, if the head does not match',
    layers: [[users, admins]],
    request: '/users?role=guest',
    expected: 'GET /users',
  },
  { title: 'a body, if it could match', layers: [[posted, matched]], request: 'POST /users', expected: 'body' },
  {
    title: 'a body, if the rest of its match is satisfied',
    layers: [[posted, both]],
    request: { line: 'POST /users', headers: { 'x-id': '1' } },
    expected: 'body',
  },
  {
    title: 'the next stub, if the rest of a match on a body is not satisfied',
    layers: [[posted, both]],
    request: { line: 'POST /users', headers: { 'x-id': '2' } },
    expected: 'POST /users',
  },
  {
    title: 'a body, if a function of the request decides',
    layers: [[posted, asked]],
    request: 'POST /users',
    expected: 'body',
  },
  {
    title: 'the next stub, if one is used up',
    layers: [[posted, matched]],
    request: 'POST /users',
    spent: [matched],
    expected: 'POST /users',
  },
  {
    title: 'the first layer that has a stub',
    layers: [[posted], [matched]],
    request: 'POST /users',
    expected: 'POST /users',
  },
  {
    title: 'a later layer, if the first has no stub',
    layers: [[users], [matched]],
    request: 'POST /users',
    expected: 'body',
  },
]

describe('the decision by the head alone', () => {
  test.each(cases)('$title', ({ layers, request, spent = [], expected }) => {
    const tables = layers.map((stubs) => tableOf(stubs))
    const found = chooseByHead(tables, requestOf(request), { available: (stub) => !spent.includes(stub) })
    expect(typeof found === 'object' ? nameOf(found) : found).toBe(expected)
  })
})

describe('the decision with the body', () => {
  test.each<{
    title: string
    layers: readonly (readonly Stub[])[]
    request: string | Asked
    expected: Stub | undefined
  }>([
    {
      title: 'the first layer that has a stub',
      layers: [[posted], [matched]],
      request: 'POST /users',
      expected: posted,
    },
    {
      title: 'a later layer, if the first has no stub',
      layers: [[users], [posted]],
      request: 'POST /users',
      expected: posted,
    },
    {
      title: 'a later layer, if no stub of the first matches',
      layers: [[matched], [posted]],
      request: { line: 'POST /users', body: { name: 'Bob' } },
      expected: posted,
    },
    { title: 'no stub', layers: [[users], [matched]], request: 'POST /users', expected: undefined },
  ])('$title', ({ layers, request, expected }) => {
    const tables = layers.map((stubs) => tableOf(stubs))
    const found = choose(tables, requestOf(request), { available: () => true, threw: () => {} })
    expect(found?.stub).toBe(expected)
  })
})
