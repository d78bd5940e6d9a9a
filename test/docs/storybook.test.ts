import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT, readPage } from './pages.ts'

const blocks = readPage('docs/guide/storybook.md').matchAll(/^```tsx\n\/\/ (\S+)\n(.*?)^```$/gms)
const files = [...blocks].map(([, name = '', code = '']) => ({ name, code }))

test.each(files)('docs/guide/storybook.md shows $name as the example has it', ({ name, code }) => {
  expect(code).toBe(readFileSync(`${ROOT}docs/examples/storybook/${name}`, 'utf8'))
})

test('docs/guide/storybook.md shows the mocks, the preview, the stories and the component', () => {
  expect(files.map(({ name }) => name)).toEqual([
    '.storybook/mocks.ts',
    '.storybook/preview.ts',
    'src/Users.stories.tsx',
    'src/Users.tsx',
  ])
})

const started = readPage('docs/guide/getting-started.md').matchAll(
  /^```tsx? \[Storybook\]\n\/\/ ([^\s,]+)[^\n]*\n(.*?)^```$/gms,
)
const parts = [...started].map(([, name = '', code = '']) => ({ name, code }))

test.each(parts)('docs/guide/getting-started.md shows what $name of the example has', ({ name, code }) => {
  expect(readFileSync(`${ROOT}docs/examples/storybook/${name}`, 'utf8')).toContain(code)
})

test('docs/guide/getting-started.md shows each step in Storybook but the miss', () => {
  expect(parts.map(({ name }) => name)).toEqual([
    'src/Users.tsx',
    '.storybook/mocks.ts',
    '.storybook/preview.ts',
    'src/Users.stories.tsx',
    'src/Users.stories.tsx',
  ])
})
