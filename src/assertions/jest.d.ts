// The types of Jest's packages, as far as `mynah/jest-globals` needs them. A user has the packages themselves.

declare module '@jest/globals' {
  export const expect: { extend(matchers: object): void }
}

declare module 'expect' {
  export interface Matchers<R extends void | Promise<void>, T = unknown> {}
}
