// The types of Jest's packages, reduced to the ones that `mynah/jest-globals` needs. A user has the packages themselves.

declare module '@jest/globals' {
  export const expect: { extend(matchers: object): void }
}

declare module 'expect' {
  export interface Matchers<R extends void | Promise<void>, T = unknown> {}
}
