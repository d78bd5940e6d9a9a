export { test } from 'node:test'
/** Node 20 does not run TypeScript by itself. */
export const NODE_ARGUMENTS: readonly string[] = ['--experimental-websocket', '--import', 'tsx']
