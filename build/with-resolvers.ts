/** What Node 20 lacks of `Promise`, and the bundled packages use. */
function withResolvers<Value>() {
  let resolve!: (value: Value | PromiseLike<Value>) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<Value>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

export { withResolvers as 'Promise.withResolvers' }
