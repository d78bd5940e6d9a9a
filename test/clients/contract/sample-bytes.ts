/** One of each. */
export const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, index) => index)

/** In no pattern that a cut or a swap at the bounds of a chunk would leave as it was. */
export const FIVE_MEGABYTES = new Uint8Array(5 * 1024 * 1024).map((_, index) => (index * 31) % 251)
