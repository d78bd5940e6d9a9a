/** A page has no process that ends. */
export const whenProcessEnds = (): (() => void) => () => {}
