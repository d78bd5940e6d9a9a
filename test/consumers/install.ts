import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { environment } from './environment.ts'
import type { Consumer } from './find-consumers.ts'
import { runCommand, succeed } from './run-command.ts'

const HERE = import.meta.dirname
const ROOT = resolve(HERE, '../..')

export const NPM_QUIET = ['--no-audit', '--no-fund', '--loglevel=error']

export interface Packed {
  readonly tarball: string
  /** npm's name for the place that packages come from, without a slash at its end. */
  readonly registry: string
}

/** Makes the tarball of the built package that would be published. */
export async function pack(folder: string): Promise<Packed> {
  const args = ['pack', '--json', '--pack-destination', folder, '--loglevel=error']
  const { stdout } = await succeed('npm', args, { cwd: ROOT })
  const tarball = /"filename": "([^"]+)"/.exec(stdout)?.[1]
  if (tarball === undefined) throw new Error(`npm pack printed\n${stdout}`)
  const registry = await succeed('npm', ['config', 'get', 'registry'], { cwd: folder, env: environment() })
  return { tarball: join(folder, tarball), registry: registry.stdout.trim().replace(/\/$/, '') }
}

/** Copies a project out of this repository, so that it finds no module of ours, and installs what it needs. */
export async function install({ name, like, shares }: Consumer, folder: string, packed: Packed): Promise<string> {
  const cwd = join(folder, name)
  for (const other of like) await cp(join(HERE, other), cwd, { recursive: true, filter: isSource })
  for (const shared of shares) await cp(join(HERE, '..', shared), join(cwd, shared), { recursive: true })
  await cp(join(HERE, name), cwd, { recursive: true, filter: isSource })
  await addToLock(cwd, packed)
  const { code, all } = await runCommand('npm', ['ci', '--ignore-scripts', ...NPM_QUIET], { cwd, env: environment() })
  if (code !== 0) throw new Error(`npm ci failed\n${all}`)
  return cwd
}

interface Locked {
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly [key: string]: unknown
}

/**
 * Adds the tarball to a project and its lock, and to each package the address that the locks in this repository leave out.
 * Without it npm reads a package's list of all versions first, which takes more than half of an installation.
 */
async function addToLock(cwd: string, { tarball, registry }: Packed): Promise<void> {
  const [manifest, lock, mynah] = await Promise.all(
    [join(cwd, 'package.json'), join(cwd, 'package-lock.json'), join(ROOT, 'package.json')].map(readJson),
  )
  const devDependencies = { ...(manifest.devDependencies ?? {}), [mynah.name]: `file:${tarball}` }
  const packages: Record<string, Locked> = { ...lock.packages }
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '' || locked.link || locked.resolved || locked.version === undefined) continue
    const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const file = `${name.slice(name.lastIndexOf('/') + 1)}-${locked.version}.tgz`
    packages[path] = { ...locked, resolved: `${registry}/${name}/-/${file}` }
  }
  packages[''] = { ...packages[''], devDependencies }
  const { version, bin, engines } = mynah
  packages[`node_modules/${mynah.name}`] = { version, resolved: `file:${tarball}`, dev: true, bin, engines }
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ ...manifest, devDependencies }, null, 2))
  await writeFile(join(cwd, 'package-lock.json'), JSON.stringify({ ...lock, packages }, null, 2))
}

async function readJson(path: string) {
  return JSON.parse(await readFile(path, 'utf8'))
}

function isSource(path: string): boolean {
  return !relative(HERE, path).includes('node_modules')
}
