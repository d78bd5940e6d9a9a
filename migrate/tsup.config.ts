import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // A file is read by the TypeScript of its project.
  external: ['typescript'],
  removeNodeProtocol: false,
  clean: true,
})
