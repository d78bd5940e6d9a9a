import { expect, test } from 'vitest'
import { useProject } from './project.ts'

const REASON = 'msw-storybook-addon takes handlers of msw: use parameters: { mynah: { routes } } of mynah/storybook'
const HANDLERS =
  "import { http, HttpResponse } from 'msw'\nexport const handlers = [http.get('/a', () => HttpResponse.json(1))]\n"
const STORY =
  "import { handlers } from './handlers.ts'\nexport default { title: 'A' }\nexport const A = { parameters: { msw: { handlers } } }\n"
const PREVIEW =
  "import { initialize, mswLoader } from 'msw-storybook-addon'\nimport { handlers } from './handlers.ts'\ninitialize()\nexport default { loaders: [mswLoader], parameters: { msw: { handlers } } }\n"

const { write, read, migrate } = useProject({
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "*", "msw": "*", "msw-storybook-addon": "*" } }',
  'tsconfig.json': '{ "include": ["*.ts"] }',
  'handlers.ts': HANDLERS,
})

test.each([
  ['a story, of a pattern, that imports nothing of msw', 'a.stories.ts', STORY, '*.ts', REASON],
  ['a story that no pattern holds', 'a.stories.ts', STORY, 'handlers.ts', 'this stays with msw as a.stories.ts does'],
  [
    'the preview, which no pattern holds',
    'preview.ts',
    PREVIEW,
    'handlers.ts',
    'this stays with msw as preview.ts does',
  ],
])('handlers went to mynah that msw-storybook-addon takes too, by %s', async (_, file, text, pattern, reason) => {
  write(file, text)
  const { text: output, code } = await migrate(pattern)
  expect(code).toBe(1)
  expect(output).toContain(reason)
  expect(read('handlers.ts')).toContain("import { http, HttpResponse } from 'msw'")
  expect(read(file).replaceAll(/\/\/ mynah: .*\n/g, '')).toBe(text)
})
