/** The runner of these tests: Vitest here, `node:test` in test/consumers/websocket, which has its own file with this name. */
export { test } from 'vitest'
/** The arguments with which Node runs a file of this folder. */
export const NODE_ARGUMENTS: readonly string[] = ['--experimental-websocket']
