import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ROOT, readPage } from './pages.ts'

/** The project that runs the files of a page, or of one section of it. */
const PROJECTS: readonly (readonly [page: string, section: string | undefined, project: string])[] = [
  ['docs/guide/jest.md', 'A setup file', 'test/consumers/setup-jest'],
  ['docs/guide/jest.md', 'Without globals', 'test/consumers/setup-jest-globals'],
  ['docs/guide/vitest.md', 'A setup file', 'test/consumers/setup-vitest'],
  ['docs/guide/mocha.md', 'A setup file', 'test/consumers/setup-mocha'],
  ['docs/guide/other-runners.md', 'AVA', 'test/consumers/setup-ava'],
  ['docs/guide/other-runners.md', 'Jasmine', 'test/consumers/setup-jasmine'],
  ['docs/recipes/react-testing-library.md', undefined, 'test/consumers/recipes'],
  ['docs/recipes/query-libraries.md', undefined, 'test/consumers/recipes'],
  ['docs/recipes/optimistic-updates.md', undefined, 'test/consumers/recipes'],
  ['docs/recipes/llm-streams.md', 'Recorded by a cassette', 'test/consumers/recipes'],
  ['docs/recipes/graphql-subscriptions.md', undefined, 'test/consumers/websocket-clients'],
  ['docs/recipes/child-processes.md', undefined, 'test/consumers/node-esm'],
  ['docs/guide/works-with.md', 'Nuxt', 'test/consumers/nuxt'],
  ['docs/recipes/dev-server.md', undefined, 'test/consumers/browser'],
  ['docs/recipes/contract-tests.md', undefined, 'test/consumers/recipes'],
  ['docs/recipes/next.md', undefined, 'docs/examples/next'],
  ['docs/recipes/loaders.md', undefined, 'docs/examples/react-router'],
  ['docs/recipes/react-native.md', undefined, 'docs/examples/react-native'],
  ['docs/recipes/storybook-error-states.md', undefined, 'docs/examples/storybook'],
]

describe.each(PROJECTS)('%s, %s', (page, section, project) => {
  const text = readPage(page)
  const part = section === undefined ? text : sectionOf(text, section)
  const blocks = [...part.matchAll(/^```\w+\n\/\/ (\S+)\n(.*?)^```$/gms)]
  const files = blocks.map(([, name = '', code = '']) => ({ name, code })).filter(({ name }) => name !== 'package.json')

  test(`shows files of ${project}`, () => {
    expect(files).not.toEqual([])
  })

  test.each(files)('shows $name as it is run', ({ name, code }) => {
    expect(code).toBe(readFileSync(`${ROOT}${project}/${name}`, 'utf8'))
  })
})

function sectionOf(page: string, title: string): string {
  const [, level = '', after = ''] = page.split(new RegExp(`^(#+) ${title}$`, 'm'))
  return after.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? ''
}
