import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'

const INDEX = resolve('src/entries/index.ts')

/** The entries, and the file that one of them loads when it is needed. */
const ENTRIES =
  /src[\\/](entries[\\/](collection|core|expect|graphql|graphql-schema|har|interceptors|openapi|playwright|record|websocket)|server[\\/]server-on-demand)\.ts$/

/**
 * Puts mynah into one chunk. esbuild makes a chunk for each set of entries that share code, so each entry imports the whole of
 * `index.ts`: the chunks would name 500 exports for each other, and each use would be a property of another file.
 */
export function oneChunk(): Plugin {
  return {
    name: 'one-chunk',
    setup({ onLoad }) {
      onLoad({ filter: ENTRIES }, ({ path }) => ({
        contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(INDEX)}\n`,
        loader: 'ts',
      }))
    },
  }
}
