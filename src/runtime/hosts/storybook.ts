/*
 * What mynah uses of Storybook that Storybook's documentation lacks, each with the reason.
 */

/** Whether this is Storybook's preview. It shows failures itself, and a `stop` that throws would keep the next story's mocks from starting. */
export function isStorybook(): boolean {
  return '__STORYBOOK_PREVIEW__' in globalThis
}

/** Whether this is a docs page of Storybook, which may show several stories. The frame of a single story is none. */
export function isDocsPage(): boolean {
  return isStorybook() && new URLSearchParams(globalThis.location?.search).get('viewMode') === 'docs'
}

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
