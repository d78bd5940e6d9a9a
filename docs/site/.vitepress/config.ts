import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig } from 'vitepress'
import { anchorOf, descriptionOf, linkText, placeOf, ROOT, sidebar, siteLink, versionOf, withTabs } from './pages.ts'
import { repositoryLinks } from './repository.ts'
import { labelCells } from './tables.ts'
import { declarations } from './types-plugin.ts'

export default defineConfig({
  title: 'mynah',
  description: 'REST and GraphQL mocks for tests and Storybook stories, inside the process',
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  // The site has two pages of its own, the home page and the playground: the others are those of the repository.
  srcDir: ROOT,
  srcExclude: [
    'test/**',
    'src/**',
    '.*/**',
    'coverage/**',
    'docs/examples/**',
    'docs/site/!(home|playground).md',
    'docs/site/*/**',
  ],
  rewrites: (page) => placeOf(page),
  outDir: `${ROOT}/docs/site/dist`,
  cacheDir: `${ROOT}/docs/site/node_modules/.cache`,
  cleanUrls: true,
  transformPageData({ filePath, description }) {
    return { description: descriptionOf(filePath) ?? description }
  },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => {
      md.core.ruler.after('normalize', 'tabs', (state) => {
        state.src = withTabs(state.src)
      })
      md.core.ruler.push('cell-labels', ({ tokens }) => labelCells(tokens))
      md.core.ruler.push('site-links', ({ tokens, env }) => {
        // Without a page it renders a title.
        if (env?.path === undefined) return
        const page = relative(ROOT, env.realPath ?? env.path)
        for (const { children } of tokens) {
          for (const [index, link] of (children ?? []).entries()) {
            if (link.type !== 'link_open') continue
            const href = link.attrGet('href') ?? ''
            link.attrSet('href', siteLink(page, href))
            const text = children?.[index + 1]
            if (text?.type === 'text') text.content = linkText(page, href, text.content)
          }
        }
      })
    },
  },
  themeConfig: {
    logo: '/logo.svg',
    search: {
      provider: 'local',
      // Users search: the pages for people who change mynah are left out, and the README, which repeats others.
      options: {
        _render: (text, env, md) => (/\/docs\/inside\/|README/.test(env.path) ? '' : md.render(text, env)),
        // A guide answers better than the signature of a function with the same name.
        miniSearch: {
          searchOptions: { boostDocument: (id: string) => (/reference\/api|guide\/migrating/.test(id) ? 0.3 : 1) },
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/guide/getting-started', activeMatch: '/guide/' },
      { text: 'Reference', link: '/reference/api', activeMatch: '/reference/' },
      { text: 'Recipes', link: '/recipes/react-testing-library', activeMatch: '/recipes/' },
      { text: 'Playground', link: '/playground' },
      {
        text: versionOf(),
        items: [
          { text: 'Changelog', link: '/CHANGELOG' },
          { text: 'Contributing', link: '/CONTRIBUTING' },
        ],
      },
    ],
    sidebar: sidebar(),
    ...repositoryLinks(JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'))),
  },
  vite: {
    publicDir: `${ROOT}/docs/site/public`,
    resolve: {
      alias: [
        { find: /^mynah$/, replacement: `${ROOT}/dist/browser/index.js` },
        { find: /^mynah\/(core|har|openapi)$/, replacement: `${ROOT}/dist/browser/$1.js` },
        { find: /^mynah\/expect$/, replacement: `${ROOT}/dist/expect.js` },
      ],
    },
    // The matchers are loaded from the build for Node, which is CommonJS.
    build: { commonjsOptions: { include: [/node_modules/, /\.cjs$/] }, chunkSizeWarningLimit: 1500 },
    // The playground's compiler.
    worker: { format: 'es', plugins: () => [declarations()] },
    plugins: [
      {
        name: 'vue-of-the-site',
        enforce: 'pre',
        // The pages stand above this folder and would not find Vue. In the browser's build VitePress itself resolves it.
        resolveId: (id, _importer, { ssr }) => (ssr && /^vue($|\/)/.test(id) ? { id, external: true } : undefined),
      },
    ],
  },
})
