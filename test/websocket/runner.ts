/** The runner of these tests: Vitest here, `node:test` in test/consumers/websocket, which has its own file with this name. */
export { test } from 'vitest'
