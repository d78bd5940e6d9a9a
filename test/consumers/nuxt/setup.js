import { beforeAll } from 'vitest'

// Nuxt's own $fetch asks the application inside the process, past fetch.
beforeAll(() => {
  globalThis.$fetch = $fetch.create({}, { fetch: (...args) => globalThis.fetch(...args) })
})
