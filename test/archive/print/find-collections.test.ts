import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runRoutes } from '../../../src/command/routes.ts'
import type { Collection } from '../../../src/entries/collection.ts'
import { type Stub, setupMocks } from '../../../src/entries/index.ts'
import { temporaryFile } from '../record/recording.ts'
import { archiveOf, type EntryShape } from '../support.ts'

/* `npx mynah routes --collections`: lists of an archive as collections. */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const API = 'https://api.test/v1'
const USERS = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Bob' },
]

function json(value: unknown) {
  const text = JSON.stringify(value)
  return { size: text.length, mimeType: 'application/json', text }
}

function printed(entries: readonly EntryShape[], ...options: readonly string[]): string {
  const file = temporaryFile('recording.har')
  writeFileSync(file, JSON.stringify(archiveOf(...entries)))
  return runRoutes([file, ...options])
}

test('a list is printed as a collection, without what the collection answers as well', () => {
  const text = printed(
    [
      { url: `${API}/user-groups`, content: json(USERS) },
      { url: `${API}/user-groups/1`, content: json(USERS[0]) },
      { url: `${API}/user-groups/2`, content: json({ ...USERS[1], more: true }) },
      { url: `${API}/user-groups/7`, status: 404, content: json({ error: 'gone' }) },
      { url: `${API}/user-groups?page=2`, content: json([]) },
      {
        method: 'POST',
        url: `${API}/user-groups`,
        status: 201,
        postData: json({ name: 'Eve' }),
        content: json({ id: 3 }),
      },
      { method: 'POST', url: `${API}/user-groups`, status: 422, postData: json({}), content: json({ error: 'name' }) },
      { method: 'PATCH', url: `${API}/user-groups/1`, postData: json({ name: 'Al' }), content: json({ id: 1 }) },
      { method: 'DELETE', url: `${API}/user-groups/2`, status: 204, content: null },
      { url: `${API}/user-groups`, content: json([USERS[0]]) },
      { url: `${API}/me`, content: json(USERS[0]) },
    ],
    '--collections',
  )
  expect(text).toBe(`import { equals, rest } from 'mynah'
import { collection } from 'mynah/collection'

const api = rest.at('https://api.test', { match: { queries: equals({}) } })

export const userGroupsCollection = collection('https://api.test/v1/user-groups', [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Bob' },
])

export const routes = [
  ...userGroupsCollection,
  api.get('/v1/user-groups/2', { id: 2, name: 'Bob', more: true }),
  api.get('/v1/user-groups/7', { error: 'gone' }, { status: 404 }),
  api.get('/v1/user-groups', [], { match: { queries: equals({ page: '2' }) } }),
  api.post('/v1/user-groups', { error: 'name' }, { status: 422, match: { body: equals({}) } }),
  api.get('/v1/me', { id: 1, name: 'Ada' }),
]
`)
})

test('printed collections can be changed', async () => {
  mkdirSync(`${ROOT}.vitest`, { recursive: true })
  const folder = mkdtempSync(`${ROOT}.vitest/collections-`)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'routes.ts')
  const text = printed([{ url: `${API}/users/`, content: json(USERS) }], '--collections', '--origin=any')
  writeFileSync(file, text.replace(/'mynah\/(collection)'/, `'${ROOT}src/entries/$1.ts'`))
  const { routes, usersCollection } = (await import(/* @vite-ignore */ file)) as {
    routes: readonly Stub[]
    usersCollection: Collection<(typeof USERS)[0]>
  }
  const mocks = setupMocks(routes, { patch: false })
  await mocks.fetch('http://other.test/v1/users/1', { method: 'DELETE' })
  expect(usersCollection.in(mocks).all()).toEqual([USERS[1]])
})

test.each<[what: string, entry: EntryShape]>([
  ['an empty list', { url: `${API}/users`, content: json([]) }],
  ['a list with queries', { url: `${API}/users?a=1`, content: json(USERS) }],
  ['a list of texts', { url: `${API}/users`, content: json(['a']) }],
  ['a list without ids', { url: `${API}/users`, content: json([{ name: 'Ada' }]) }],
  ['a list with an id twice', { url: `${API}/users`, content: json([USERS[0], USERS[0]]) }],
  ['a list with ids of two types', { url: `${API}/users`, content: json([{ id: 1 }, { id: 'a' }]) }],
  ['an object', { url: `${API}/users`, content: json({ data: USERS }) }],
  ['an error', { url: `${API}/users`, status: 500, content: json(USERS) }],
  [
    'a text',
    {
      url: `${API}/users`,
      headers: [{ name: 'content-type', value: 'text/plain' }],
      content: { mimeType: 'text/plain', text: JSON.stringify(USERS) },
    },
  ],
  ['broken JSON', { url: `${API}/users`, content: { mimeType: 'application/json', text: '[{' } }],
  ['the root', { url: 'https://api.test/', content: json(USERS) }],
])('%s is no collection', (_, entry) => {
  expect(printed([entry], '--collections')).toBe(printed([entry]))
})

test.each<[path: string, name: string]>([
  ['/default', 'defaultCollection'],
  ['/2024-reports', '_2024ReportsCollection'],
  ['/%E2%82%AC', 'theCollection'],
  ['/Users', 'usersCollection'],
])('the collection of %s is %s', (path, name) => {
  expect(printed([{ url: API + path, content: json(USERS) }], '--collections')).toContain(`export const ${name} = `)
})

test('two collections of one name get different names', () => {
  const entries = ['/a/users', '/b/users', '/c/users'].map((path) => ({ url: API + path, content: json(USERS) }))
  const text = printed(entries, '--collections')
  expect(text.match(/export const \w+/g)).toEqual([
    'export const usersCollection',
    'export const usersCollection2',
    'export const usersCollection3',
    'export const routes',
  ])
})
