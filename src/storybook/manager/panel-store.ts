import { type Channel, listen } from '../channel/channel.ts'
import {
  type Choice,
  type Choices,
  type Details,
  type DetailsMessage,
  EVENTS,
  type Row,
  type RowsMessage,
  type StoryMessage,
} from '../channel/messages.ts'

/** All that the panel shows. Each change makes a new object. */
export interface PanelState {
  readonly story: StoryMessage | undefined
  readonly rows: readonly Row[]
  /** The routes that the story has called. They stay when it is mounted again: a choice must not lose the focus. */
  readonly routes: readonly string[]
  /** The unfolded rows by id, with their details when they have come. */
  readonly unfolded: ReadonlyMap<number, Details | undefined>
  /** Kept until the manager is loaded again. */
  readonly choices: Choices
}

/** The state of the panel. It lives as long as the manager: the panel itself is only rendered while its tab is open. */
export interface PanelStore {
  get(): PanelState
  /** Calls a function after each change, and returns the undo. */
  subscribe(listener: () => void): () => void
  /** Chooses a route's answer; `undefined` is the declared one. */
  choose(route: string, choice: Choice | undefined): void
  /** Takes all choices back. */
  clearChoices(): void
  /** Unfolds a row, or folds it up again. */
  toggle(id: number): void
  close(): void
}

/** Connects the panel with the preview. */
export function openPanelStore(channel: Channel): PanelStore {
  let state: PanelState = { story: undefined, rows: [], routes: [], unfolded: new Map(), choices: {} }
  const listeners = new Set<() => void>()

  function change(changes: Partial<PanelState>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function setChoices(choices: Choices): void {
    change({ choices })
    channel.emit(EVENTS.choices, choices)
  }

  function askForDetails(id: number): void {
    if (state.story) channel.emit(EVENTS.unfold, { mount: state.story.mount, id })
  }

  function takeRows({ mount, count, rows }: RowsMessage): void {
    if (mount !== state.story?.mount) return
    const all = state.rows.slice(0, count)
    for (const row of rows) all[row.id] = row
    change({ rows: all, routes: [...new Set([...state.routes, ...all.flatMap(({ stub }) => stub?.route ?? [])])] })
    // A call that was pending when it was unfolded has an answer now.
    for (const { id } of rows) if (state.unfolded.has(id)) askForDetails(id)
  }

  const close = listen(channel, {
    [EVENTS.previewOpened]: () => channel.emit(EVENTS.choices, state.choices),
    [EVENTS.story]: (story: StoryMessage) => {
      const routes = story.id === state.story?.id ? state.routes : []
      change({ story, rows: [], routes, unfolded: new Map() })
    },
    [EVENTS.rows]: takeRows,
    [EVENTS.details]: ({ mount, id, ...details }: DetailsMessage) => {
      if (mount !== state.story?.mount || !state.unfolded.has(id)) return
      change({ unfolded: new Map(state.unfolded).set(id, details) })
    },
  })
  channel.emit(EVENTS.panelOpened)
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose(route, choice) {
      const { [route]: _, ...others } = state.choices
      setChoices(choice === undefined ? others : { ...others, [route]: choice })
    },
    clearChoices: () => setChoices({}),
    toggle(id) {
      const unfolded = new Map(state.unfolded)
      const wasFolded = !unfolded.delete(id)
      if (wasFolded) unfolded.set(id, undefined)
      change({ unfolded })
      if (wasFolded) askForDetails(id)
    },
    close,
  }
}
