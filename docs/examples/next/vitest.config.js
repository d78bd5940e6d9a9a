import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { setupFiles: ['./test/setup.js'], include: ['test/*.test.js'], clearMocks: true },
})
