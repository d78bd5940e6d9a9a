import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

/** The folder of each package that esbuild has bundled into an output. */
const bundled = new Set<string>()

/**
 * Writes the licenses of the bundled packages to a file. Fails the build if a bundle for Node imports anything but Node's own
 * modules, or a bundle for browsers anything at all: the package has no dependencies at run time. Assertions may import their
 * `runners`.
 */
export function thirdPartyNotices(file: string, runners: readonly string[] = []): Plugin {
  return {
    name: 'third-party-notices',
    setup({ initialOptions, onEnd }) {
      initialOptions.metafile = true
      onEnd(({ metafile }) => {
        if (!metafile) return
        const isAllowed = (path: string) =>
          runners.includes(path) || (initialOptions.platform === 'node' && isBuiltin(path))
        const foreign = foreignImports(metafile, isAllowed)
        if (foreign.length > 0) return { errors: [{ text: `The bundle imports ${foreign.join(', ')}` }] }
        for (const folder of packagesOf(metafile)) bundled.add(folder)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(
          file,
          `${[...bundled]
            .sort()
            .map(noticeOf)
            .join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
        )
      })
    },
  }
}

function foreignImports({ outputs }: Metafile, isAllowed: (path: string) => boolean): string[] {
  const imports = Object.values(outputs).flatMap((output) => output.imports)
  return imports.filter(({ external, path }) => external && !isAllowed(path)).map(({ path }) => path)
}

function packagesOf({ outputs }: Metafile): string[] {
  return Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
}

function noticeOf(folder: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license } = manifest
  if (license !== 'MIT') throw new Error(`${name} has the license ${license}: see whether it may be bundled`)
  const shipped = readdirSync(folder).find((entry) => /^licen[cs]e(\.md|\.txt)?$/i.test(entry))
  const file = shipped ? join(folder, shipped) : join('build/licenses', `${name}.txt`)
  if (!existsSync(file)) throw new Error(`${name} ships no text of its license: write the notice to ${file}`)
  return `${name} ${version}, ${license}\n\n${readFileSync(file, 'utf8').trim()}`
}
