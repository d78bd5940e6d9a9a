import { runInThisContext } from 'node:vm'
import { nativeInit } from '../../fetch/foreign-init.ts'
import { absolute } from '../../fetch/read-call.ts'
import { absoluteUrl } from '../../request/absolute-url.ts'
import { hasMixedClasses } from '../../request/foreign-body.ts'
import { doAll, replaceAll } from '../patch.ts'

/** The globals that an application that calls fetch uses. Plain jsdom, as in Jest, has none of them. */
const LENT_NAMES = ['fetch', 'Headers', 'Request', 'Response', 'ReadableStream', 'TextDecoder', 'TextEncoder']

/** The classes of bodies, none of which Jest 27 has beside Node's fetch. */
const BODY_NAMES = ['Blob', 'File', 'FormData']

/** Marks a lent class: mocks lend globals once while they are set up and again when they start, and the two are undone in any order. */
const LENT = Symbol.for('mynah.lent')

/**
 * While mocks are started: defines Node's own fetch and its classes as globals in an environment without fetch, so that code under test
 * needs no polyfill, and has `Request` and `Response` take and return the page's own bodies and signals. Returns the undo.
 */
export function lendGlobals(resolveUrl: (url: string) => string = (url) => absoluteUrl(url, undefined)): () => void {
  return doAll([() => replaceAll(globalThis, missing(BODY_NAMES)), () => lendFetch(resolveUrl)])
}

function lendFetch(resolveUrl: (url: string) => string): () => void {
  // A function that a test has put in place of fetch brings no classes.
  if (typeof globalThis.fetch === 'function' && 'Response' in globalThis) {
    const isLent = LENT in globalThis.Response
    return hasMixedClasses() && !isLent ? replaceAll(globalThis, lendClasses(globalThis, resolveUrl)) : () => {}
  }
  const values = missing(LENT_NAMES)
  const bodies = [values.Request, values.Response].filter((lentClass) => lentClass !== undefined)
  return doAll([
    () => replaceAll(globalThis, { ...values, ...lendClasses(values, resolveUrl) }),
    ...bodies.map(
      ({ prototype }) =>
        () =>
          replaceAll(prototype, pageBodies(prototype)),
    ),
  ])
}

/** Returns Node's own values of the globals that this environment does not have. */
function missing(names: readonly string[]) {
  return Object.fromEntries(names.filter((name) => !(name in globalThis)).map((name) => [name, runInThisContext(name)]))
}

function lendClasses(
  { Request, Response }: Partial<Pick<typeof globalThis, 'Request' | 'Response'>>,
  resolveUrl: (url: string) => string,
): Record<string, unknown> {
  return {
    ...(Request && { Request: lendRequest(Request, resolveUrl) }),
    ...(Response && { Response: lendResponse(Response) }),
  }
}

/** Returns a `Request` that also takes a URL relative to the page, and the page's own signals and bodies. */
export function lendRequest(native: typeof Request, resolveUrl: (url: string) => string): typeof Request {
  return new Proxy(native, {
    construct(target, [input, init, ...rest], newTarget) {
      return Reflect.construct(target, [absolute(input, resolveUrl), nativeInit(init), ...rest], newTarget)
    },
  })
}

/** Returns a `Response` that also takes the page's own bodies. */
export function lendResponse(native: typeof Response): typeof Response {
  return new Proxy(native, {
    has: (target, key) => key === LENT || key in target,
    construct(target, [body, init], newTarget) {
      const known = nativeInit({ body, headers: init?.headers })
      const { status, statusText } = init ?? {}
      const args = known?.body === body ? [body, init] : [known?.body, { status, statusText, headers: known?.headers }]
      return Reflect.construct(target, args, newTarget)
    },
  })
}

/** Returns the methods of a lent class that return the page's own classes: its `FileReader` and its forms take no others. */
export function pageBodies(native: Body): Pick<Body, 'blob' | 'formData'> {
  const { blob, formData } = native
  return {
    async blob(this: Body) {
      return pageBlob(await blob.call(this))
    },
    async formData(this: Body) {
      const form = new FormData()
      for (const [name, value] of await formData.call(this)) {
        form.append(name, typeof value === 'string' ? value : await pageFile(value))
      }
      return form
    },
  }
}

async function pageBlob(blob: Blob): Promise<Blob> {
  return new Blob([await blob.arrayBuffer()], { type: blob.type })
}

async function pageFile(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified })
}
