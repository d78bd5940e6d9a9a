const unconnected = new WeakSet<object>()

/** Marks a socket whose client believes that it is connected. */
export function markUnconnected(socket: object): void {
  unconnected.add(socket)
}

/** Whether a socket leads nowhere, so that nothing can be sent over it. */
export function isUnconnected(socket: object): boolean {
  return unconnected.has(socket)
}
