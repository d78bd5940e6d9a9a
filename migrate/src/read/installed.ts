import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns the major version of a package that a file's project has installed, else the one that its package.json asks for; `undefined` if
 * neither tells.
 */
export function majorOf(file: string, name: string): number | undefined {
  let asked: number | undefined
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const installed = majorIn(readJson(join(folder, 'node_modules', name, 'package.json')).version)
    if (installed !== undefined) return installed
    const json = readJson(join(folder, 'package.json'))
    const kinds = [json.dependencies, json.devDependencies, json.peerDependencies]
    asked ??= kinds.map((kind) => majorIn(Object(kind)[name])).find((major) => major !== undefined)
    if (folder === dirname(folder)) return asked
  }
}

/** `13.5.6`, `^13.0.0`, `npm:nock@13`. */
function majorIn(version: unknown): number | undefined {
  const [, digits] = typeof version === 'string' ? (/(?:^|@)[\^~>=v\s]*(\d+)/.exec(version) ?? []) : []
  return digits === undefined ? undefined : Number(digits)
}

export function readJson(path: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
