/**
 * Waits until the frame of a preview shows a story whose hooks have run. Before that, Storybook hides what it has rendered
 * once more after 100 ms, and it loads the page anew for who leaves the story.
 */
export function storyFinished(frame, storyId) {
  return frame.waitForFunction((id) => {
    const { id: shown, phase } = window.__STORYBOOK_PREVIEW__?.currentRender ?? {}
    return shown === id && phase === 'finished'
  }, storyId)
}
