import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { repositoryLinks } from '../../docs/site/.vitepress/repository.ts'
import { ROOT } from './pages.ts'

const repository = { url: 'git+https://github.com/owner/mynah.git' }
const homepage = 'https://mynah.test'
const bugs = { url: 'https://github.com/owner/mynah/issues' }

test('the site has no link to GitHub without `repository`', () => {
  expect(repositoryLinks({})).toEqual({})
  expect(repositoryLinks({ homepage, bugs })).toEqual({})
})

test('`repository` gives the site its links to GitHub', () => {
  expect(repositoryLinks({ repository, homepage, bugs })).toEqual({
    socialLinks: [{ icon: 'github', link: 'https://github.com/owner/mynah' }],
    editLink: { pattern: 'https://github.com/owner/mynah/edit/main/:path', text: 'Edit this page on GitHub' },
  })
})

test.each([{ repository }, { repository, homepage }, { repository, bugs }])(
  '`repository` needs `homepage` and `bugs`: %j',
  (addresses) => {
    expect(() => repositoryLinks(addresses)).toThrow(
      'package.json has `repository`: it needs `homepage` and `bugs` too',
    )
  },
)

test('package.json has all addresses of the project, or none', () => {
  const { repository, homepage, bugs } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
  if (repository === undefined) expect([homepage, bugs]).toEqual([undefined, undefined])
  else expect(repositoryLinks({ repository, homepage, bugs }).socialLinks).toHaveLength(1)
})
