import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'
import { mimes } from 'mrmime'

type Types = Record<string, string>

const TABLE = /^const mimes = \{[\s\S]*?^\};$/m
const USE = 'return mimes['

/** Writes the media types of extensions as a text: `image/png png,jpeg jpeg jpg;text/html htm html`. */
export function compact(types: Types): string {
  const groups = new Map<string, Map<string, string>>()
  for (const [extension, type] of Object.entries(types)) {
    const [group = '', name = ''] = type.split('/')
    const names = groups.get(group) ?? new Map<string, string>()
    groups.set(group, names.set(name, `${names.get(name) ?? name} ${extension}`))
  }
  return [...groups].map(([group, names]) => `${group}/${[...names.values()].join(',')}`).join(';')
}

/** Reads the media types of `compact`. Its code goes into the bundle. */
export function expand(text: string): Types {
  const types: Types = {}
  for (const one of text.split(';')) {
    const slash = one.indexOf('/') + 1
    for (const names of one.slice(slash).split(',')) {
      const [name, ...extensions] = names.split(' ')
      for (const extension of extensions) types[extension] = one.slice(0, slash) + name
    }
  }
  return types
}

/**
 * Has the bundle keep the media types of `file()` as a text, which is read when a type is first looked up: as an object they are made at
 * each import, and twice as large. Fails the build if the package has changed there.
 */
export function compactTypes(): Plugin {
  return {
    name: 'compact-types',
    setup({ onLoad }) {
      onLoad({ filter: /mrmime\/index\.mjs$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8')
        if (!TABLE.test(source) || source.split(USE).length !== 2) {
          return { errors: [{ text: `${path} is not as build/compact-types.ts expects it` }] }
        }
        const table = `let mimes; const expand = ${expand}`
        const use = `mimes ??= expand(${JSON.stringify(compact(mimes))}); ${USE}`
        return { contents: source.replace(TABLE, () => table).replace(USE, () => use) }
      })
    },
  }
}
