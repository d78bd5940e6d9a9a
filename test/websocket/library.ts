/** The library that these tests use: the sources here, the packed package in test/consumers/websocket. */
export * from '../../src/entries/index.ts'
export * from '../../src/entries/websocket.ts'
