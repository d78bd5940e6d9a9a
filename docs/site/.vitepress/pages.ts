import { existsSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { INSIDE, SHELVES } from '../shelves.ts'

export const ROOT = resolve(import.meta.dirname, '../../..')

interface SidebarGroup {
  text: string
  collapsed?: boolean
  items: { text: string; link: string }[]
}

/**
 * Maps each page of the repository to its place on the site: the pages of `docs` stand at the root, and the README beside
 * them. VitePress reads this as its option `rewrites`.
 */
export function placeOf(page: string): string {
  if (page === 'README.md') return 'overview.md'
  if (page === 'docs/site/home.md') return 'index.md'
  if (page === 'docs/site/playground.md') return 'playground.md'
  return page.replace(/^docs\//, '')
}

/** Returns the shelves as groups of the sidebar, in the same order, and the pages behind them as the last. */
export function sidebar(): SidebarGroup[] {
  const shelves = SHELVES.map(({ title, pages }) => ({ text: title, items: pages.map(([page]) => itemOf(page)) }))
  return [...shelves, { text: 'Inside', collapsed: true, items: INSIDE.map(itemOf) }]
}

function itemOf(page: string): SidebarGroup['items'][number] {
  return { text: titleOf(page), link: linkTo(page) }
}

/** Returns what `shelves.ts` says of a page, or the first paragraph of a page of the reference, as one line of text. */
export function descriptionOf(page: string): string | undefined {
  const listed = SHELVES.flatMap(({ pages }) => pages).find(([path]) => path === page)
  if (listed) return plain(`mynah: ${listed[1]}`)
  const [, paragraph] = /^# .*\n\n([A-Z[`].*?)\n\n/s.exec(readFileSync(`${ROOT}/${page}`, 'utf8')) ?? []
  return paragraph === undefined ? undefined : plain(paragraph)
}

/** Returns the text of Markdown without its links and marks. */
function plain(text: string): string {
  return text
    .replace(/\[(.*?)\]\(.*?\)/g, '$1')
    .replace(/[`*]/g, '')
    .replaceAll('\n', ' ')
}

/** Returns the version of the package, with a `v`. */
export function versionOf(): string {
  return `v${JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')).version}`
}

function titleOf(page: string): string {
  return (/^# (.*)$/m.exec(readFileSync(`${ROOT}/${page}`, 'utf8'))?.[1] ?? page).replaceAll('`', '')
}

function linkTo(page: string): string {
  return `/${placeOf(page).replace(/(index)?\.md$/, '')}`
}

/**
 * Puts blocks of code that follow each other, and have a title as in "```ts [Vitest]", into tabs; a block alone, which is for
 * one runner, has a tab of its own. GitHub shows such blocks one after the other, and ignores the titles.
 */
export function withTabs(text: string): string {
  return text.replace(
    /(?:^```\w+ \[.+\]\n(?:(?!```).*\n)*```\n\n?)+/gm,
    (blocks) => `::: code-group\n\n${blocks}\n:::\n\n`,
  )
}

/** Returns the anchor of a heading as GitHub makes it, so that one link works there and on the site. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

/**
 * Returns the link on the site for a relative link of a page. A link that leads out of the pages but to a file of the
 * repository, such as an example, stays as it is and fails the build as a dead link.
 */
export function siteLink(page: string, href: string): string {
  const target = targetOf(page, href)
  const [, hash] = href.split('#')
  return target === undefined ? href : linkTo(target) + (hash === undefined ? '' : `#${hash}`)
}

/** Returns the text of a link on the site: the title of a page in place of its file. */
export function linkText(page: string, href: string, text: string): string {
  const target = targetOf(page, href)
  return target?.endsWith(text) && text.endsWith('.md') ? titleOf(target) : text
}

/** Returns the page of the repository that a relative link leads to. */
function targetOf(page: string, href: string): string | undefined {
  if (/^[a-z]+:|^#|^\//i.test(href)) return undefined
  const [path = ''] = href.split('#')
  const target = posix.join(posix.dirname(page), path)
  return target.endsWith('.md') && existsSync(`${ROOT}/${target}`) ? target : undefined
}
