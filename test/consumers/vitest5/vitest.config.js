import { defineConfig } from 'vitest/config'

// On Node 20 vmThreads cannot load axios: what it requires is an ES module.
const VM = process.versions.node.startsWith('20.') ? [] : [{ name: 'vmThreads', pool: 'vmThreads' }]
const WAYS = [
  { name: 'threads', pool: 'threads' },
  { name: 'forks', pool: 'forks' },
  { name: 'forks, not isolated', pool: 'forks', isolate: false },
  ...VM,
]

// On one Node all of them are combined. On the others a page is tried in one way: it does not depend on Node's version.
const isWhole = process.versions.node.startsWith('24.')
const inPage = isWhole ? WAYS : WAYS.slice(0, 1)

const projects = ['node', 'jsdom', 'happy-dom'].flatMap((environment) =>
  (environment === 'node' || isWhole ? [true, false] : [false]).flatMap((globals) =>
    (environment === 'node' ? WAYS : inPage).map(({ name, ...way }) => ({
      test: {
        name: `${environment}, ${name}${globals ? ', with globals' : ''}`,
        environment,
        globals,
        // A busy machine takes seconds to load a module in a new thread.
        testTimeout: 60_000,
        ...way,
      },
    })),
  ),
)

export default defineConfig({ test: { projects } })
