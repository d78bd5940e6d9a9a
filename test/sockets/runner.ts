/** What runs these tests: Vitest here, `node:test` in test/consumers/raw-clients, which has a file of its own in this place. */
export { test } from 'vitest'
/** What Node needs to run a file of this folder by itself. */
export const NODE_ARGUMENTS: readonly string[] = []
