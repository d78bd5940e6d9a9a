import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { runMigrate } from '../src/command.ts'

const MODULES = new URL('../node_modules', import.meta.url).pathname
const ENTRIES = new URL('../../src/entries', import.meta.url).pathname

/** A project in which each test runs the command. */
interface Project {
  write(file: string, text: string): void
  read(file: string): string
  /** Rewrites the files of the patterns. */
  migrate(...patterns: readonly string[]): ReturnType<typeof runMigrate>
  /** Rewrites those of one of its packages. */
  migrateIn(part: string, ...patterns: readonly string[]): ReturnType<typeof runMigrate>
}

/**
 * Makes a project anew before each test: a git repository with these files, with mynah's sources and TypeScript as packages, and
 * with others of the `packages` that are installed here.
 */
export function useProject(files: Readonly<Record<string, string>>, packages: readonly string[] = []): Project {
  let folder = ''
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mynah-migrate-'))
    execFileSync('git', ['init', '-q'], { cwd: folder })
    write(
      'node_modules/mynah/package.json',
      '{ "name": "mynah", "version": "0.1.0", "type": "module", "exports": "./entries/index.ts" }',
    )
    symlinkSync(ENTRIES, join(folder, 'node_modules/mynah/entries'))
    for (const name of ['typescript', ...packages]) symlinkSync(join(MODULES, name), join(folder, 'node_modules', name))
    for (const [file, text] of Object.entries(files)) write(file, text)
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const migrateIn = (part: string, ...patterns: readonly string[]) => {
    execFileSync('git', ['add', '.'], { cwd: folder })
    return runMigrate([...patterns, '--write', '--force'], join(folder, part))
  }
  return {
    write,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    migrate: (...patterns) => migrateIn('.', ...patterns),
    migrateIn,
  }
}
