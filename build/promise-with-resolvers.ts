// The bundles use this instead of `Promise.withResolvers`, which Node 20 and pages before 2024 do not have. The platform's
// own is called where there is one: it is faster. It is destructured, because `define` would rewrite the property.

const { withResolvers } = Promise

export const promiseWithResolvers: typeof Promise.withResolvers =
  typeof withResolvers === 'function'
    ? withResolvers.bind(Promise)
    : <Value>() => {
        let resolve!: PromiseWithResolvers<Value>['resolve']
        let reject!: PromiseWithResolvers<Value>['reject']
        const promise = new Promise<Value>((resolveIt, rejectIt) => {
          resolve = resolveIt
          reject = rejectIt
        })
        return { promise, resolve, reject }
      }
