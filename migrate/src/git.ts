import { spawnSync } from 'node:child_process'

/** Why git could not restore a file; `undefined` if it could. */
export function uncleanReason(folder: string, file: string): string | undefined {
  const { status, stdout } = git(folder, ['status', '--porcelain', '--ignored', '--', file])
  if (status !== 0) return 'is in no git repository'
  const state = stdout.slice(0, 2)
  if (state === '??' || state === '!!') return 'is not tracked by git'
  return stdout === '' ? undefined : 'has changes that are not committed'
}

export function diffOf(folder: string, file: string, text: string): string {
  const { stdout } = git(folder, ['diff', '--no-index', '--no-color', '--no-ext-diff', '--', file, '-'], text)
  const at = stdout.indexOf('\n@@')
  return at < 0 ? '' : `--- a/${file}\n+++ b/${file}${stdout.slice(at)}`
}

/** Returns the project's files that contain one of the texts and that git does not ignore; `undefined` without git. */
export function filesWith(folder: string, texts: readonly string[]): string[] | undefined {
  const asked = ['-lzIF', ...texts.flatMap((text) => ['-e', text]), '--', '.', ':(exclude,glob)**/node_modules/**']
  const inRepository = git(folder, ['grep', '--untracked', ...asked])
  const { status, stdout } =
    inRepository.status === 128 ? git(folder, ['grep', '--no-index', '--exclude-standard', ...asked]) : inRepository
  // A status of 1 says that no file has them.
  return status === 0 || status === 1 ? stdout.split('\0').filter((file) => file !== '') : undefined
}

function git(folder: string, args: readonly string[], input = ''): { status: number | null; stdout: string } {
  return spawnSync('git', args, { cwd: folder, input, encoding: 'utf8', maxBuffer: 2 ** 28 })
}
