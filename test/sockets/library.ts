/** What these tests try: the sources here, the packed package in test/consumers/raw-clients. */
export * from '../../src/entries/index.ts'
