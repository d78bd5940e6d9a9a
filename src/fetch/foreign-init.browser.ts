/** A browser's own `Request` takes the classes of all its realms. */
export const nativeCall = (): undefined => undefined

export const withNativeSignal = (init: RequestInit | undefined): RequestInit | undefined => init
