import type { StoryContext } from 'storybook/internal/csf'

/** What a story's context has that the addon reads, as Storybook makes it for each mount. */
export function contextOf(members: Partial<StoryContext> & { readonly mynah?: unknown } = {}): StoryContext {
  const { mynah, ...others } = members
  return {
    id: 'users--default',
    args: {},
    globals: { mynah: {} },
    parameters: { mynah },
    canvasElement: CANVAS,
    abortSignal: new AbortController().signal,
    ...others,
  } as StoryContext
}

const CANVAS = {}
