import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { libraryOf } from './convert-file.ts'
import { filesWith } from './git.ts'
import { readJson } from './read/installed.ts'

/**
 * Names the packages of the libraries that no file of the project uses any more, and the files that still use one. `texts` are the
 * rewritten files.
 */
export function uninstallAdvice(
  folder: string,
  dependencies: ReadonlySet<string>,
  libraries: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
): string[] {
  const packages = [...dependencies].filter((name) => {
    const library = libraryOf(packageOf(name))
    // undici is a client too.
    return library !== undefined && library !== 'undici' && libraries.has(library)
  })
  const found = packages.length === 0 ? [] : filesWith(folder, packages.map(packageOf))
  // Without git nobody knows.
  if (!found || packages.length === 0) return []
  const files = found.map((file) => [file, usableText(folder, file, texts)] as const)
  const users = packages.map((name) => {
    const byFiles = files.filter(([file, text]) => isUsedIn(file, text, packageOf(name))).map(([file]) => file)
    return [name, byFiles] as const
  })
  const gone = users.filter(([, by]) => by.length === 0).map(([name]) => name)
  const kept = users.filter(([, by]) => by.length > 0)
  return [
    ...(gone.length === 0
      ? []
      : [`Nothing uses ${gone.length > 1 ? 'them' : 'it'} any more: npm uninstall ${gone.join(' ')}\n`]),
    ...(kept.length === 0 ? [] : [`Still in use:\n${kept.map(([name, by]) => `  ${name}: ${listOf(by)}\n`).join('')}`]),
  ]
}

/** `nock` for `@types/nock`. */
function packageOf(name: string): string {
  return name.replace(/^@types\//, '')
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ')
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}

const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/
/** A line of prose; one of three slashes names types. */
const COMMENT = /^[ \t]*(?:\/\/(?!\/)|\*).*/gm
const CONFIG =
  /(?:^|\/)(?:package\.json|mocha\.opts|Makefile|Dockerfile|\.github\/workflows\/[\w.-]+|[\w.-]+\.sh|[\w.-]*(?:config|jest)[\w.-]*\.json|\.\w+rc(?:\.(?:json|ya?ml))?)$/

/** Whether a file imports a package, or a configuration or a script names it: `--require nock/register`. */
function isUsedIn(file: string, text: string, name: string): boolean {
  if (CODE.test(file)) return new RegExp(`(['"\`])${name}(?:/[^'"\`\\n]*)?\\1`).test(text.replaceAll(COMMENT, ''))
  return CONFIG.test(file) && new RegExp(`(?<![\\w@/.-])${name}(?![\\w.-])`).test(text)
}

/** The text of a file as it will be; of a package.json what is not its dependencies, nor the settings of a package by its name. */
function usableText(folder: string, file: string, texts: ReadonlyMap<string, string>): string {
  if (!/(?:^|\/)package\.json$/.test(file)) return texts.get(file) ?? readFileSync(join(folder, file), 'utf8')
  const parts = Object.entries(readJson(join(folder, file))).filter(
    ([key]) =>
      !/dependencies|overrides|resolutions|keywords|^name$|^description$/i.test(key) && libraryOf(key) === undefined,
  )
  return JSON.stringify(parts)
}
