import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { environment } from './environment.ts'
import { NPM_QUIET } from './install.ts'
import { succeed } from './run-command.ts'

/**
 * The newest of each major version, exact, so that a run can be repeated. The one that runs this file is taken where its major
 * version is asked for: build/node/package.json names that.
 */
const NODES: Readonly<Record<number, string>> = { 20: '20.20.2', 22: '22.23.5', 24: '24.22.3', 26: '26.12.1' }

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

/** Npm has these releases for Linux alone: its own `node`, for all platforms, comes later. */
async function installNode(major: number, folder: string): Promise<string> {
  const version = nodeVersion(major)
  const isLinux = process.platform === 'linux'
  const cwd = join(folder, `node-${version}`)
  await mkdir(cwd)
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  const name = isLinux ? `node-linux-${process.arch}@${version}` : `node@${major}`
  await succeed('npm', ['install', name, ...NPM_QUIET], { cwd, env: environment() })
  const bin = join(cwd, 'node_modules/.bin')
  const { stdout } = await succeed(join(bin, 'node'), ['--version'], { cwd })
  const isAsked = isLinux ? stdout.trim() === `v${version}` : stdout.startsWith(`v${major}.`)
  if (!isAsked) throw new Error(`Node ${version} was asked for, ${stdout.trim()} came`)
  return bin
}
