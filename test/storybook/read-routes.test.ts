import { describe, expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import type { MynahParameters, NamedRoutes } from '../../src/storybook/parameters.ts'
import { readLayers } from '../../src/storybook/read-routes.ts'
import { contextOf } from './support.ts'

const users = rest.get('/users', [])
const teams = rest.get('/teams', [])
const broken = rest.get('/users', {}, { status: 500 })
const named: NamedRoutes = { users, teams: [teams] }

describe('the layers of', () => {
  test.each<[string, MynahParameters, string | undefined, unknown]>([
    ['nothing', {}, undefined, []],
    ['one stub', { routes: users }, undefined, [[users]]],
    ['an empty list', { routes: [] }, undefined, []],
    ['a list', { routes: [users, teams] }, undefined, [[users, teams]]],
    ['a record', { routes: named }, undefined, [[users, teams]]],
    ['a record with a name that is taken away', { routes: { ...named, users: null } }, undefined, [[teams]]],
    ['a function that returns a list', { routes: () => [users] }, undefined, [[users]]],
    ['a function that returns a record', { routes: () => named }, undefined, [[users, teams]]],
    ['a variant that nobody chose', { variants: { broken: [broken] } }, undefined, []],
    ['a variant', { variants: { broken: [broken] } }, 'broken', [[broken]]],
    ['a variant that the story lacks', { routes: [users], variants: { broken: [broken] } }, 'slow', [[users]]],
    ['a variant that every object has', { routes: [users], variants: {} }, 'constructor', [[users]]],
    ['a list above a record', { routes: named, variants: { broken: [broken] } }, 'broken', [[users, teams], [broken]]],
    [
      'a record above a record',
      { routes: named, variants: { broken: { users: broken } } },
      'broken',
      [[teams], [broken]],
    ],
    ['a variant that takes a name away', { routes: named, variants: { alone: { teams: null } } }, 'alone', [[users]]],
  ])('%s', (_, parameters, variant, layers) => {
    expect(readLayers(parameters, variant, contextOf())).toEqual(layers)
  })
})

test('a function sees the args and the globals of its story', () => {
  const routes: MynahParameters['routes'] = ({ args, globals }) => [
    rest.get(`/users/${String(args.id)}/${String(globals.locale)}`, {}),
  ]
  const [layer] = readLayers({ routes }, undefined, contextOf({ args: { id: 7 }, globals: { locale: 'de' } }))
  expect(layer?.map(({ path }) => path)).toEqual(['/users/7/de'])
})

test.each<[string, unknown, string]>([
  [
    'null',
    { routes: null },
    'parameters.mynah.routes: it takes stubs such as rest.get(…), an object of names and stubs, or a function that returns one of them, got null',
  ],
  [
    'a function that returns nothing',
    { routes: () => undefined },
    'parameters.mynah.routes: it takes stubs such as rest.get(…), an object of names and stubs, or a function that returns one of them, got undefined',
  ],
  [
    'a list with a payload',
    { routes: [users, { id: 1 }] },
    'parameters.mynah.routes[1]: it takes a stub such as rest.get(…), got { id: 1 }',
  ],
  [
    'a record with a payload',
    { routes: { users: { id: 1 } } },
    'parameters.mynah.routes.users: it takes a stub such as rest.get(…), a list of stubs, or null, got { id: 1 }',
  ],
  [
    'a record with a quote in a name',
    { routes: { "users'": 1 } },
    "parameters.mynah.routes['users\\'']: it takes a stub such as rest.get(…), a list of stubs, or null, got 1",
  ],
  [
    'a variant',
    { variants: { 'out of order': { users: [undefined] } } },
    "parameters.mynah.variants['out of order'].users[0]: it takes a stub such as rest.get(…), got undefined",
  ],
])('%s is refused', (_, parameters, message) => {
  expect(() => readLayers(parameters as MynahParameters, 'out of order', contextOf())).toThrow(
    expect.objectContaining({ code: 'ROUTE_DEFINITION', message }),
  )
})
