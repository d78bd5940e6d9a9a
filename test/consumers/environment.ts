import { delimiter, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Ours, less what npm tells the scripts of this package, and the programs that it puts first in their path. */
export function environment(first?: string): NodeJS.ProcessEnv {
  const { PATH = '', NODE_OPTIONS: _options, ...others } = process.env
  const own = Object.entries(others).filter(
    ([name]) => !/^(npm_(?!config_)|npm_config_local_prefix|VITEST|JEST)/.test(name),
  )
  const paths = PATH.split(delimiter).filter((path) => relative(ROOT, path).startsWith('..'))
  return { ...Object.fromEntries(own), PATH: [...(first ? [first] : []), ...paths].join(delimiter), NO_COLOR: '1' }
}
