import { relative } from 'node:path'
import { defineConfig } from 'vitepress'
import { placeOf, ROOT, sidebar, siteLink } from './pages.ts'

export default defineConfig({
  title: 'mynah',
  description: 'REST answers for tests and Storybook stories, inside the process',
  // The site has no pages of its own but the playground: it shows those of the repository.
  srcDir: ROOT,
  srcExclude: ['test/**', 'src/**', '.*/**', 'coverage/**', 'docs/examples/**', 'docs/site/!(playground.md)'],
  rewrites: (page) => placeOf(page),
  outDir: `${ROOT}/docs/site/dist`,
  cacheDir: `${ROOT}/docs/site/node_modules/.cache`,
  cleanUrls: true,
  markdown: {
    config: (md) => {
      md.core.ruler.push('site-links', ({ tokens, env }) => {
        // Without a page it renders a title.
        if (env?.path === undefined) return
        const page = relative(ROOT, env.realPath ?? env.path)
        const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')
        for (const link of links) link.attrSet('href', siteLink(page, link.attrGet('href') ?? ''))
      })
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/guide/declaring', activeMatch: '/guide/' },
      { text: 'Reference', link: '/reference/errors', activeMatch: '/reference/' },
      { text: 'Playground', link: '/playground' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: sidebar(),
  },
  vite: {
    resolve: { alias: { 'mynah/browser': `${ROOT}/dist/browser/index.js` } },
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
