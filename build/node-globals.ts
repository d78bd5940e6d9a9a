import { runInThisContext } from 'node:vm'

// What the Node bundles take for these names. Jest runs them in a context of its own: with jsdom it lacks most of them
// or has others, which Node's http and streams refuse; and once a test has asked for fake timers, those that put
// something off never come back.

const own = <Name extends keyof typeof globalThis>(name: Name): (typeof globalThis)[Name] => runInThisContext(name)

export const AbortController = /* @__PURE__ */ own('AbortController')
export const Headers = /* @__PURE__ */ own('Headers')
export const MessageEvent = /* @__PURE__ */ own('MessageEvent')
export const ReadableStream = /* @__PURE__ */ own('ReadableStream')
export const Request = /* @__PURE__ */ own('Request')
export const Response = /* @__PURE__ */ own('Response')
export const TextDecoder = /* @__PURE__ */ own('TextDecoder')
export const TextEncoder = /* @__PURE__ */ own('TextEncoder')
export const URL = /* @__PURE__ */ own('URL')
export const URLSearchParams = /* @__PURE__ */ own('URLSearchParams')
export const process = /* @__PURE__ */ own('process')
export const queueMicrotask = /* @__PURE__ */ own('queueMicrotask')
export const setImmediate = /* @__PURE__ */ own('setImmediate')
