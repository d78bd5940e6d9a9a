import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

/**
 * Puts mynah into one chunk. esbuild makes a chunk for each set of entries that share code, so each entry imports the whole of
 * `index.ts`: the chunks would name 500 exports for each other, and each use would be a property of another file.
 */
export function oneChunk(): Plugin {
  return {
    name: 'one-chunk',
    setup({ onLoad }) {
      onLoad(
        { filter: /src[\\/]entries[\\/](collection|core|expect|har|openapi|playwright|record|server)\.ts$/ },
        ({ path }) => ({
          contents: `${readFileSync(path, 'utf8')}\nimport './index.ts'\n`,
          loader: 'ts',
        }),
      )
    },
  }
}
