import type { PreviewAddon } from 'storybook/internal/csf'
import type { RequestMatchers } from '../assertions/request-matchers.ts'
import type { Mocks } from '../mocks/mocks.ts'
import * as annotations from '../storybook/annotations.ts'
import type { MynahGlobals, MynahParameters } from '../storybook/parameters.ts'

export type { MynahGlobals, MynahParameters, StoryRoutes } from '../storybook/parameters.ts'

declare module 'storybook/internal/csf' {
  interface Parameters {
    mynah?: MynahParameters
  }
  interface Globals {
    mynah?: MynahGlobals
  }
  interface StoryContext {
    /** The mocks that answer the requests of the story: the newest started ones. */
    mocks: Mocks
  }
}

declare module 'storybook/test' {
  interface Assertion<T> extends RequestMatchers<Promise<void>> {}
}

/** The types that the addon adds to the stories of `definePreview`. */
export interface MynahTypes {
  readonly parameters: { readonly mynah?: MynahParameters }
  readonly globals: { readonly mynah?: MynahGlobals }
}

/**
 * Returns the addon for `definePreview`: routes, variants and verification for each story.
 *
 * @example
 * export default definePreview({ addons: [mynah()], beforeAll: setupMocks(routes) })
 */
export default function mynah(): PreviewAddon<MynahTypes> {
  return { ...annotations }
}
