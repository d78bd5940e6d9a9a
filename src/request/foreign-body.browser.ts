import type { WrittenBody } from './foreign-body.ts'

export const hasOwnBodies = (): boolean => false

export const isTag = hasOwnBodies

export const TAGGED_TYPE = ''

/** A browser's own `Request` and `Response` know the bodies of all its realms. */
export function writeForeignBody(_body: unknown): WrittenBody | undefined {
  return undefined
}
