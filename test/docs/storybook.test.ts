import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT, readPage } from './pages.ts'

const blocks = readPage('docs/guide/storybook.md').matchAll(/^```tsx\n\/\/ (\S+)\n(.*?)^```$/gms)
const files = [...blocks].map(([, name = '', code = '']) => ({ name, code }))

test.each(files)('docs/guide/storybook.md shows $name as the example has it', ({ name, code }) => {
  expect(code).toBe(readFileSync(`${ROOT}docs/examples/storybook/${name}`, 'utf8'))
})

test('docs/guide/storybook.md shows the configuration, the mocks, the preview, the stories and the component', () => {
  expect(files.map(({ name }) => name)).toEqual([
    '.storybook/main.ts',
    '.storybook/mocks.ts',
    '.storybook/preview.ts',
    'src/Users.stories.tsx',
    'src/Users.tsx',
  ])
})
