import * as undici6 from 'undici'
import * as undici7 from 'undici7'

export const VERSIONS = { 'undici 6': undici6, 'undici 7': undici7 }
