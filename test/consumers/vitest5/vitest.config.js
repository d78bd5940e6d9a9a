import { defineConfig } from 'vitest/config'

const projects = ['node', 'jsdom', 'happy-dom'].flatMap((environment) =>
  [true, false].map((globals) => ({
    test: { name: `${environment}${globals ? ' with globals' : ''}`, environment, globals },
  })),
)

export default defineConfig({ test: { projects } })
