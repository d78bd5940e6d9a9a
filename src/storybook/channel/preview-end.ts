import type { Mocks } from '../../mocks/mocks.ts'
import { isDocsPage } from '../../runtime/hosts/storybook.ts'
import { type Channel, listen } from './channel.ts'
import { type Choices, type DetailsRequest, EVENTS, type Story } from './messages.ts'
import { type ShownStory, showStory } from './shown-story.ts'

/** A story in the panel. */
export interface InPanel {
  /** Puts the chosen answers in front again: to be called when the story's own hooks have run. */
  raise(): void
  /** Removes the chosen answers, and stops telling the panel of calls. */
  undo(): void
}

/** The preview's end of the channel to the panel. */
export interface PreviewEnd {
  /** Sends a story and its calls to the panel, and overrides all stubs by the chosen answers. */
  show(mocks: Mocks, story: Story): InPanel
  /** Stops listening. */
  close(): void
}

/** Connects the preview with the panel. The choices come from there: the panel lives longer than the preview's page. */
export function openPreviewEnd(channel: Channel): PreviewEnd {
  let choices: Choices = {}
  let mounts = 0
  let shown: ShownStory | undefined
  const close = listen(channel, {
    [EVENTS.panelOpened]: () => shown?.sendAll(),
    [EVENTS.unfold]: (request: DetailsRequest) => shown?.sendDetails(request),
    [EVENTS.choices]: (chosen: Choices) => {
      choices = chosen
      shown?.choose()
    },
  })
  channel.emit(EVENTS.previewOpened)
  return {
    show(mocks, story) {
      // A docs page shows several stories at the same time, and no panel.
      if (isDocsPage()) return { raise() {}, undo() {} }
      const mounted = showStory(mocks, { ...story, mount: ++mounts }, channel, () => choices)
      shown = mounted
      return {
        raise: mounted.raise,
        undo() {
          // At a hot reload, a story is left after its successor was shown.
          if (shown === mounted) shown = undefined
          mounted.undo()
        },
      }
    },
    close,
  }
}
