import url from 'node:url'
import { runInThisContext } from 'node:vm'

// The Node bundles use these instead of the globals. Jest runs them in a context of its own: with jsdom, most of these
// globals are missing there, or are jsdom's own, which Node's http and streams refuse; and after a test has installed fake
// timers, `setImmediate` and `queueMicrotask` of that context never call back.

const globals = /* @__PURE__ */ runInThisContext('globalThis') as typeof globalThis

const own = <Name extends keyof typeof globalThis>(name: Name): (typeof globalThis)[Name] => globals[name]

// Vitest with jsdom replaces the global `URL` by jsdom's, which has no `canParse` before jsdom 23.
const ofURL = <Name extends 'URL' | 'URLSearchParams'>(name: Name): (typeof url)[Name] => url[name]

export const AbortController = /* @__PURE__ */ own('AbortController')
export const Headers = /* @__PURE__ */ own('Headers')
export const ReadableStream = /* @__PURE__ */ own('ReadableStream')
export const Request = /* @__PURE__ */ own('Request')
export const Response = /* @__PURE__ */ own('Response')
export const TextDecoder = /* @__PURE__ */ own('TextDecoder')
export const TextEncoder = /* @__PURE__ */ own('TextEncoder')
export const URL = /* @__PURE__ */ ofURL('URL')
export const URLSearchParams = /* @__PURE__ */ ofURL('URLSearchParams')
export const process = /* @__PURE__ */ own('process')
export const queueMicrotask = /* @__PURE__ */ own('queueMicrotask')
export const setImmediate = /* @__PURE__ */ own('setImmediate')
