/** The clock, in milliseconds, and what it counts from, as they were at import: a runner's fake one stands still. */
export const now: () => number = performance.now.bind(performance)
export const { timeOrigin } = performance
