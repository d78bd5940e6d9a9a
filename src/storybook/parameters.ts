import type { StoryContext } from 'storybook/internal/csf'
import type { Stub } from '../core/stub/stub.ts'

/** Stubs by names. `null` removes a name of the meta or the preview. */
export type NamedRoutes = Readonly<Record<string, Stub | readonly Stub[] | null>>

/** The stubs of a story: one, a list, a record of names, or a function of the story's context that returns one of these. */
export type StoryRoutes =
  | Stub
  | readonly Stub[]
  | NamedRoutes
  | ((context: StoryContext) => Stub | readonly Stub[] | NamedRoutes)

/**
 * What `parameters.mynah` takes: in a story, in its meta and in the preview. Storybook merges records by their names; a list
 * and a function replace what they meet.
 *
 * @example
 * export const Empty: Story = { parameters: { mynah: { routes: { users: rest.get('/api/users', []) } } } }
 */
export interface MynahParameters {
  /** Overrides the routes of `setupMocks`, from the story's loaders on until the user leaves the story. */
  readonly routes?: StoryRoutes
  /** Further answers, by the name of the variant. The global `mynah: { variant: 'broken' }` chooses one; it is asked before `routes`. */
  readonly variants?: Readonly<Record<string, StoryRoutes>>
  /** `false` leaves out that a story fails with the requests that no stub answered. */
  readonly verify?: boolean
}

/** What the global `mynah` takes. */
export interface MynahGlobals {
  /** The name of the variant that the stories show. A story without that variant answers by its `routes`. */
  readonly variant?: string | null | undefined
}
