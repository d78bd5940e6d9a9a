import { describe, expect, test, vi } from 'vitest'
import { useProject } from './project.ts'

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

const FILES = {
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "3", "nock": "14" } }',
  'node_modules/nock/package.json': '{ "name": "nock", "version": "14.0.0" }',
}
const { write, read, migrate: migrateFiles } = useProject(FILES, ['vitest'])
const migrate = () => migrateFiles('*.js').text

/** A module whose functions are these. */
const moduleOf = (functions: string) => `import nock from 'nock'\n\n${functions}\n`
/** A test that imports functions of it, and has these statements. */
const testOf = (body: string, names = 'users') => `import { expect, test } from 'vitest'
import { ${names} } from './api.js'

test('a', async () => {
  ${body}
})
`

describe('a parameter without a type', () => {
  const answer = "export function users(list) {\n  nock('https://api.test').get('/users').reply(200, list)\n}"

  test.each([
    ['two kinds of values', "users([1])\n  users('a')"],
    ['a value that is not known', 'users(JSON.parse(String(expect)))\n  const list = users\n  list()'],
  ])('that callers pass %s to is asked for its type', (_, body) => {
    write('api.js', moduleOf(answer))
    write('users.test.js', testOf(body))
    migrate()
    expect(read('api.js')).toContain(`  mocks.use.get(
    'https://api.test/users',
    typeof list === 'string' ? text(list) : list,
    { times: 1 },
  )
`)
  })
})
