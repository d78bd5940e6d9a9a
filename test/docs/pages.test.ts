import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorOf } from '../../docs/site/.vitepress/pages.ts'
import { INSIDE, SHELVES } from '../../docs/site/shelves.ts'
import * as matchers from '../../src/core/match/matchers.ts'
import { pageOf } from '../bench/page.ts'
import { PAGES, ROOT, readPage } from './pages.ts'

/** The anchors of a page: of its headings, as GitHub makes them, a number behind a repeated one, and those in HTML. */
function anchorsOf(page: string): string[] {
  const prose = readPage(page).replace(/^```.*?^```/gms, '')
  const seen = new Map<string, number>()
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => {
    const anchor = anchorOf(text)
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
  return [...headings, ...[...prose.matchAll(/<a id="(.*?)">/g)].map(([, id = '']) => id)]
}

test.each(PAGES)('the links of %s resolve', (page) => {
  const prose = readPage(page).replace(/^```.*?^```/gms, '')
  const broken = [...prose.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].filter(([, path = '', anchor]) => {
    const target = path === '' ? page : join(dirname(page), path)
    return !existsSync(ROOT + target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test('the site lists every page, and the README says what mynah is in 600 words', () => {
  const listed = [...SHELVES.flatMap(({ pages }) => pages.map(([page]) => page)), ...INSIDE]
  expect(PAGES.filter((page) => !/\/decisions\/|\/api-|^\w+\.md$/.test(page)).sort()).toEqual([...listed].sort())
  expect(readPage('README.md').split(/\s+/).length).toBeLessThanOrEqual(600)
})

test('docs/reference/errors.md has a heading for each code', () => {
  const codes = [...readFileSync(`${ROOT}src/core/errors.ts`, 'utf8').matchAll(/^ {2}\| '(\w+)'/gm)].map(
    ([, code]) => code,
  )
  const headings = [...readPage('docs/reference/errors.md').matchAll(/^## ([A-Z_]+)$/gm)].map(([, code]) => code)
  expect(headings.sort()).toEqual(codes.sort())
})

test('docs/inside/architecture.md has a phrase for each folder of src', () => {
  const files = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const folders = files.map((file) => (file.includes('/') ? file.replace(/[^/]+$/, '') : 'src/'))
  const named = [...readPage('docs/inside/architecture.md').matchAll(/^\| `([\w/-]+\/)` \| \S/gm)].map(
    ([, folder]) => folder,
  )
  expect(named.sort()).toEqual([...new Set(folders)].sort())
})

test('docs/inside/architecture.md names each file of src that keeps state in its module', () => {
  const state =
    /^(?:let |const \w+(?:: .+?)? = (?:createScope|new (?:WeakMap|WeakSet|AsyncLocalStorage)\b|new (?:Map|Set)(?:<.*>)?\(\)|\[\]$))/m
  const files = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const stateful = files.filter((file) => state.test(readFileSync(`${ROOT}src/${file}`, 'utf8')))
  const named = [...readPage('docs/inside/architecture.md').matchAll(/^\| `([\w./-]+\.ts)` \| \S/gm)].map(
    ([, file]) => file,
  )
  expect(named.sort()).toEqual(stateful.sort())
})

test('docs/guide/matching.md has a row for each matcher', () => {
  const rows = [...readPage('docs/guide/matching.md').matchAll(/^\| `(\w+)\(.*?\)` \|/gm)].map(([, name]) => name)
  expect(rows.sort()).toEqual(Object.keys(matchers).sort())
})

test('lines of the changelog open with Add, Change, Fix or Remove', () => {
  const lines = [...readPage('CHANGELOG.md').matchAll(/^- (\w+)/gm)].map(([, word]) => word)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((word) => !['Add', 'Change', 'Fix', 'Remove'].includes(word ?? ''))).toEqual([])
})

test('docs/reference/performance.md has the numbers of the last benchmark run', () => {
  expect(readPage('docs/reference/performance.md')).toBe(pageOf(readPage('test/bench/results.md')))
})
