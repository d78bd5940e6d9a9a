/** Timers for the person who looks at a story. They are taken at import, since a story may have fake timers. */
export const { setTimeout, clearTimeout } = globalThis
