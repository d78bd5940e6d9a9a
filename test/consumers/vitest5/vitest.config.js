import { defineConfig } from 'vitest/config'

const WAYS = [
  { name: 'threads', pool: 'threads' },
  { name: 'forks', pool: 'forks' },
  { name: 'vmThreads', pool: 'vmThreads' },
  { name: 'forks, not isolated', pool: 'forks', isolate: false },
]

const projects = ['node', 'jsdom', 'happy-dom'].flatMap((environment) =>
  [true, false].flatMap((globals) =>
    WAYS.map(({ name, ...way }) => ({
      test: { name: `${environment}, ${name}${globals ? ', with globals' : ''}`, environment, globals, ...way },
    })),
  ),
)

export default defineConfig({ test: { projects } })
