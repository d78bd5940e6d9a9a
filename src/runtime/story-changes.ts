/** The members of Storybook's preview that are used. Its channel tells what happens to stories. */
interface Preview {
  readonly channel?: Record<'on' | 'off', (event: string, listener: () => void) => void>
}

/** Storybook sends it between two stories: the old one is cleaned up, and nothing of the new one has run. */
const STORY_CHANGED = 'storyChanged'

/** Calls a listener when Storybook's preview goes from one story to another. Elsewhere it never calls. Returns the undo. */
export function whenStoryChanges(listener: () => void): () => void {
  const { channel } = (globalThis as { __STORYBOOK_PREVIEW__?: Preview }).__STORYBOOK_PREVIEW__ ?? {}
  channel?.on(STORY_CHANGED, listener)
  return () => channel?.off(STORY_CHANGED, listener)
}
