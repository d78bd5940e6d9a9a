import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Application, type ProjectReflection, ReflectionKind, type TypeDocOptions } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { groupPages } from './api-groups.ts'

/*
 * Writes docs/reference/api.md and api-*.md from the types and docstrings of what the package exports.
 *
 *   node api.ts           writes the pages
 *   node api.ts --check   fails if a page is out of date
 */
const ROOT = join(import.meta.dirname, '../..')
const ENTRIES = join(ROOT, 'src/entries')
const PAGES = join(ROOT, 'docs/reference')

/** The headings that TypeDoc repeats for each name. */
const PARTS =
  'Parameters|Returns|Throws|Examples?|Extends|Type Parameters|Properties|Methods|Constructors?|Type Declaration|Call Signature|Indexable|Deprecated|See|Remarks|Default'

/** The entries that export nothing of their own: the command, `mynah/core`, a part of `mynah`, those that extend a runner's `expect`, and what Storybook loads itself. */
const WITHOUT_PAGE = ['command.ts', 'core.ts', 'jest-globals.ts', 'jest.ts', 'storybook-manager.ts', 'vitest.ts']

/** Each import path that has a page: `mynah` first, since the compiler lists the members of a union in the order in which it met them. */
const entries = readdirSync(ENTRIES)
  .filter((file) => !WITHOUT_PAGE.includes(file))
  .sort((a, b) => Number(b === 'index.ts') - Number(a === 'index.ts') || a.localeCompare(b))
const others = entries
  .map((file) => file.replace('.ts', ''))
  .filter((name) => name !== 'index')
  .map((name) => `[\`mynah/${name}\`](api-${name}.md)`)
  .join(', ')

// TypeDoc names the package of a member by the working directory, and sorts by that name.
process.chdir(ROOT)

const READ: Partial<TypeDocOptions> = {
  tsconfig: join(ROOT, 'tsconfig.json'),
  logLevel: 'Error',
  // `npm run types` reports errors.
  skipErrorChecking: true,
  gitRevision: 'main',
}

/** All entries in one program: each page alone would compile all sources again. */
const compiled = new Map(
  (await Application.bootstrap({ ...READ, entryPoints: entries.map((entry) => join(ENTRIES, entry)) }))
    .getEntryPoints()
    ?.map((point) => [basename(point.sourceFile.fileName), point]),
)

const isCheck = process.argv.includes('--check')
const pages = new Map<string, string>()
for (const entry of entries) {
  const name = entry.replace('.ts', '')
  if (name === 'index') {
    for (const [page, text] of groupPages(await pageOf(entry, 'mynah'), introduction(entry))) pages.set(page, text)
  } else {
    pages.set(`api-${name}.md`, await pageOf(entry, `mynah/${name}`))
  }
}
const outdated = [...pages].filter(([page, text]) => {
  const file = join(PAGES, page)
  return !existsSync(file) || readFileSync(file, 'utf8') !== text
})
if (!isCheck) for (const [page, text] of outdated) writeFileSync(join(PAGES, page), text)
for (const [page] of outdated) console.log(isCheck ? `${page} is out of date: npm run docs:api` : `Wrote ${page}`)
if (isCheck && outdated.length > 0) process.exitCode = 1

async function pageOf(entry: string, specifier: string): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), 'mynah-api-'))
  const options: Partial<TypeDocOptions & PluginOptions> = {
    ...READ,
    entryPoints: [join(ENTRIES, entry)],
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: out }],
    name: specifier,
    router: 'module',
    readme: 'none',
    disableSources: true,
    disableGit: true,
    preservedTypeAnnotationTags: ['@throws'],
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    // The members of a type stand in the order in which they are declared.
    sort: ['source-order'],
    groupOrder: ['Variables', 'Functions', 'Classes', 'Interfaces', 'Type Aliases'],
    useCodeBlocks: true,
    expandParameters: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    expandObjects: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    propertyMembersFormat: 'table',
    tableColumnSettings: {
      hideDefaults: true,
      hideInherited: true,
      hideModifiers: true,
      hideOverrides: true,
      hideSources: true,
    },
  }
  const app = await Application.bootstrapWithPlugins(options)
  const point = compiled.get(entry)
  if (!point) throw new Error(`TypeDoc cannot read ${entry}`)
  const project = app.converter.convert([point])
  nameErrors(project)
  await app.generateOutputs(project)
  const text = readFileSync(join(out, 'README.md'), 'utf8')
  rmSync(out, { recursive: true })
  return `${text
    .replace(/^# .*$/m, `# API of \`${specifier}\`\n\n${introduction(entry)}`)
    .replace(/^#+ (Extended by|Overrides|Inherited from)\n\n.*?\n(?=#|\*\*\*)/gms, '')
    // Only what has a name is a heading: the page has an outline, and each anchor leads to one place.
    .replace(new RegExp(`^#+ (${PARTS})$`, 'gm'), '**$1**')
    .replace(/^#{5,6} /gm, '#### ')
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/** The type of `@throws {RouteDefinitionError} …` is kept, but not printed: it is put before the text. */
function nameErrors(project: ProjectReflection): void {
  for (const { comment } of project.getReflectionsByKind(ReflectionKind.All)) {
    for (const tag of comment?.blockTags ?? []) {
      const name = tag.typeAnnotation?.slice(1, -1)
      if (tag.tag !== '@throws' || !name) continue
      tag.content.unshift({ kind: 'code', text: `\`${name}\`` }, { kind: 'text', text: ' ' })
      delete tag.typeAnnotation
    }
  }
}

function introduction(entry: string): string {
  const origin = 'Written by `npm run docs:api` from the types and docstrings.'
  if (entry !== 'index.ts') return origin
  const core = '`mynah/core` has all of it but `setupMocks` and its types.'
  return `${origin} ${core}${others && ` Other import paths: ${others}.`}`
}
