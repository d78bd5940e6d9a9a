/** The library that these tests use: the sources here, the packed package in test/consumers/raw-clients. */
export * from '../../src/entries/index.ts'
