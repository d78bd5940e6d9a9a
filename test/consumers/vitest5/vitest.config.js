import { defineConfig } from 'vitest/config'

// On Node 20 vmThreads cannot load axios: what it requires is an ES module.
const VM = process.versions.node.startsWith('20.') ? [] : [{ name: 'vmThreads', pool: 'vmThreads' }]
const WAYS = [
  { name: 'threads', pool: 'threads' },
  { name: 'forks', pool: 'forks' },
  { name: 'forks, not isolated', pool: 'forks', isolate: false },
  ...VM,
]

// On one Node each environment is tried in each way, with and without globals. On the others a page is tried once: it does not depend on Node's version.
const isWhole = process.versions.node.startsWith('24.')
const projects = ['node', 'jsdom', 'happy-dom'].flatMap((environment) => [
  ...(environment === 'node' || isWhole ? WAYS : []).map((way) => project(environment, way, false)),
  project(environment, WAYS[0], true),
])

function project(environment, { name, ...way }, globals) {
  return {
    test: {
      name: `${environment}, ${name}${globals ? ', with globals' : ''}`,
      environment,
      globals,
      // A busy machine takes seconds to load a module in a new thread.
      testTimeout: 60_000,
      ...way,
    },
  }
}

export default defineConfig({ test: { projects } })
