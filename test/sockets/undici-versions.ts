import * as undici from 'undici'

/** The versions of undici that these tests try. test/consumers/raw-clients has its own file with this name. */
export const VERSIONS: Readonly<Record<string, typeof undici>> = { 'undici 8': undici }
