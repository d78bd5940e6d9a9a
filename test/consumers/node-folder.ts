import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { environment } from './environment.ts'
import { NPM_QUIET } from './install.ts'
import { succeed } from './run-command.ts'

/** Exact, so that a run can be repeated. The one that runs this file is taken where its major version is asked for. */
const NODES: Readonly<Record<number, string>> = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' }

const installed = new Map<number, Promise<string>>()

/** The version of Node that a major version stands for. */
export function nodeVersion(major: number): string {
  const version = process.versions.node.startsWith(`${major}.`) ? process.versions.node : NODES[major]
  if (version === undefined) throw new Error(`No version of Node ${major} is named in ${import.meta.filename}`)
  return version
}

/** The folder that has a version of `node` in it, installed once a run; without one, that which runs this file. */
export async function nodeFolder(major: number | undefined, folder: string): Promise<string> {
  if (major === undefined || nodeVersion(major) === process.versions.node) return dirname(process.execPath)
  const known = installed.get(major)
  if (known) return known
  const installing = installNode(major, folder)
  installed.set(major, installing)
  return installing
}

async function installNode(major: number, folder: string): Promise<string> {
  const version = nodeVersion(major)
  const cwd = join(folder, `node-${version}`)
  await mkdir(cwd)
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  await succeed('npm', ['install', `node@${version}`, ...NPM_QUIET], { cwd, env: environment() })
  const bin = join(cwd, 'node_modules/node/bin')
  const { stdout } = await succeed(join(bin, 'node'), ['--version'], { cwd })
  if (stdout.trim() !== `v${version}`) throw new Error(`Node ${version} was asked for, ${stdout.trim()} came`)
  return bin
}
