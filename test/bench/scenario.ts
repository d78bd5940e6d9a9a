/** The routes that a library has to mock: `count` routes. The last one is called. */
export type Scenario =
  | { readonly kind: 'static'; readonly count: number; readonly isSecure?: boolean }
  | { readonly kind: 'resolver' }
  /** One route without params, which a function answers. */
  | { readonly kind: 'function' }
  | { readonly kind: 'post' }
  /** So many stubs on one path, which differ by the query `page`. */
  | { readonly kind: 'queries'; readonly count: number }

/** Mocks a scenario the way the library's own documentation shows; returns the undo. */
export type Mock = (scenario: Scenario) => (() => unknown) | Promise<() => unknown>

export const ORIGIN = 'http://api.test'
export const SECURE_ORIGIN = 'https://api.test'
export const USERS = [{ id: 1, name: 'John' }]

/** The paths of `count` routes; the first is `/users`, which is called if there is only one. */
export function paths(count: number): string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? '/users' : `/things/${index}/parts`))
}

/** The path that is called: the last declared, which a scan would reach last. */
export function calledPath(count: number): string {
  return paths(count).at(-1) as string
}
