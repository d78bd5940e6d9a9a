/** Whether this is Storybook's preview: its stories tell of what failed, and an end that throws keeps the next start from coming. */
export function isStorybook(): boolean {
  return '__STORYBOOK_PREVIEW__' in globalThis
}
