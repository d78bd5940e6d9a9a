import { cp } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { environment } from './environment.ts'
import type { Consumer } from './find-consumers.ts'
import { runCommand, succeed } from './run-command.ts'

const HERE = import.meta.dirname
const ROOT = resolve(HERE, '../..')

export const NPM_QUIET = ['--no-audit', '--no-fund', '--loglevel=error']

/** Makes the tarball of the built package that would be published. */
export async function pack(folder: string): Promise<string> {
  const args = ['pack', '--json', '--pack-destination', folder, '--loglevel=error']
  const { stdout } = await succeed('npm', args, { cwd: ROOT })
  const tarball = /"filename": "([^"]+)"/.exec(stdout)?.[1]
  if (tarball === undefined) throw new Error(`npm pack printed\n${stdout}`)
  return join(folder, tarball)
}

/** Copies a project out of this repository, so that it finds no module of ours, and installs what it needs. */
export async function install({ name, like, shares }: Consumer, folder: string, tarball: string): Promise<string> {
  const cwd = join(folder, name)
  for (const other of like) await cp(join(HERE, other), cwd, { recursive: true, filter: isSource })
  for (const shared of shares) await cp(join(HERE, '..', shared), join(cwd, shared), { recursive: true })
  await cp(join(HERE, name), cwd, { recursive: true, filter: isSource })
  for (const args of [
    ['ci', '--ignore-scripts'],
    ['install', '--no-save', '--ignore-scripts', tarball],
  ]) {
    const { code, all } = await runCommand('npm', [...args, ...NPM_QUIET], { cwd, env: environment() })
    if (code !== 0) throw new Error(`npm ${args[0]} failed\n${all}`)
  }
  return cwd
}

function isSource(path: string): boolean {
  return !relative(HERE, path).includes('node_modules')
}
