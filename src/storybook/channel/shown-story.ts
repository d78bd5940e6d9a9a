import { FORCE_REMOUNT } from 'storybook/internal/core-events'
import type { Mocks } from '../../mocks/mocks.ts'
import { answerOf, type Call } from '../../mocks/session/journal.ts'
import { runAll } from '../../runtime/run-all.ts'
import type { Channel } from './channel.ts'
import { ChoiceLayer } from './choice-layer.ts'
import {
  type Choices,
  type DetailsMessage,
  type DetailsRequest,
  EVENTS,
  type Row,
  type StoryMessage,
} from './messages.ts'
import { clearTimeout, setTimeout } from './real-timers.ts'
import { toDetails } from './to-details.ts'
import { toRow } from './to-row.ts'

/**
 * Milliseconds in which calls are collected into one message, and after which pending calls are looked at again: no event
 * tells that one was aborted, or has failed, or that a WebSocket has a message.
 */
const INTERVAL = 100

/** A story that is shown, whose calls are sent to the panel. */
export interface ShownStory {
  /** Sends the story and all rows. */
  sendAll(): void
  sendDetails(request: DetailsRequest): void
  /** Applies the choices, and remounts the story if they change an answer. */
  choose(): void
  /** Puts the chosen answers in front again. */
  raise(): void
  undo(): void
}

/** Shows a story: sends its rows as calls come, and puts the chosen answers in front. */
export function showStory(mocks: Mocks, story: StoryMessage, channel: Channel, choices: () => Choices): ShownStory {
  const { id, mount } = story
  const layer = new ChoiceLayer(mocks)
  let calls: readonly Call[] = []
  let sent: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function sendRows(): void {
    timer = undefined
    calls = mocks.calls()
    const rows = calls.map((call, index) => toRow(call, index, (stub) => layer.choiceOf(stub)))
    const texts = rows.map((row) => JSON.stringify(row))
    const changed = rows.filter((_, index) => texts[index] !== sent[index])
    if (changed.length > 0 || texts.length !== sent.length) {
      channel.emit(EVENTS.rows, { mount, count: rows.length, rows: changed })
    }
    sent = texts
    choose()
    if (rows.some(isPending) || calls.some(isOpen)) sendSoon()
  }

  function sendSoon(): void {
    timer ??= setTimeout(sendRows, INTERVAL)
  }

  function sendAll(): void {
    channel.emit(EVENTS.story, story)
    sent = []
    sendSoon()
  }

  function choose(): void {
    if (layer.lay(choices())) channel.emit(FORCE_REMOUNT, { storyId: id })
  }

  layer.lay(choices())
  sendAll()
  const undoes = (['request', 'answered', 'unmatched'] as const).map((event) => mocks.on(event, sendSoon))
  return {
    sendAll,
    sendDetails(request) {
      const call = request.mount === mount ? calls[request.id] : undefined
      if (call) channel.emit(EVENTS.details, { ...request, ...toDetails(call) } satisfies DetailsMessage)
    },
    choose,
    raise: () => layer.raise(),
    undo: () => runAll([() => clearTimeout(timer), ...undoes, () => layer.remove()]),
  }
}

/** Whether a call has opened a WebSocket over which messages may still come. */
function isOpen(call: Call): boolean {
  return answerOf(call).head?.upgrade?.isOpen ?? false
}

function isPending({ result }: Row): boolean {
  return result.kind === 'pending'
}
