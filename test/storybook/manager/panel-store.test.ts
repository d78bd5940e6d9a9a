import { beforeEach, expect, test } from 'vitest'
import { type Details, EVENTS, type Row, type StoryMessage } from '../../../src/storybook/channel/messages.ts'
import { openPanelStore, type PanelStore } from '../../../src/storybook/manager/panel-store.ts'
import { FakeChannel } from '../channel/fake-channel.ts'

const DETAILS: Details = {
  url: 'https://api.test/users',
  request: { headers: [], body: undefined },
  response: undefined,
  messages: [],
}

let channel: FakeChannel
let store: PanelStore

beforeEach(() => {
  channel = new FakeChannel()
  store = openPanelStore(channel)
})

const row = (id: number, kind: 'pending' | 'aborted' = 'aborted', route = 'GET /users'): Row => ({
  id,
  method: 'GET',
  url: 'https://api.test/users',
  duration: 1,
  result: { kind },
  stub: { route, call: 'rest.get(…)' },
})

const show = (mount: number, id = 'users--default') =>
  channel.emit(EVENTS.story, { id, mount, variants: [] } satisfies Omit<StoryMessage, 'variant'>)
const send = (mount: number, count: number, rows: Row[]) => channel.emit(EVENTS.rows, { mount, count, rows })
const ids = () => store.get().rows.map(({ id }) => id)

test('a panel that opens asks for the story', () => {
  expect(channel.sent).toEqual([{ event: EVENTS.panelOpened, message: undefined }])
})

test('rows are added and replaced by their ids', () => {
  show(1)
  send(1, 2, [row(0, 'pending'), row(1)])
  send(1, 3, [row(0), row(2)])
  expect(store.get().rows).toEqual([row(0), row(1), row(2)])
})

test('rows that are gone from the journal go', () => {
  show(1)
  send(1, 2, [row(0), row(1)])
  send(1, 0, [])
  expect(ids()).toEqual([])
})

test('the next story has no rows of the one before, also if they come late', () => {
  show(1)
  send(1, 1, [row(0)])
  show(2, 'users--empty')
  send(1, 2, [row(1)])
  expect(ids()).toEqual([])
  expect(store.get().routes).toEqual([])
})

test('a story that is mounted again keeps its routes, so that their choices stay in place', () => {
  show(1)
  send(1, 2, [row(0), row(1, 'aborted', 'GET /teams')])
  show(2)
  expect(store.get().routes).toEqual(['GET /users', 'GET /teams'])
})

test('choices are sent as a whole, and again to a preview that is loaded', () => {
  store.choose('GET /users', '404')
  store.choose('GET /teams', 'no answer')
  store.choose('GET /users', undefined)
  channel.emit(EVENTS.previewOpened)
  store.clearChoices()
  expect(channel.messages(EVENTS.choices)).toEqual([
    { 'GET /users': '404' },
    { 'GET /users': '404', 'GET /teams': 'no answer' },
    { 'GET /teams': 'no answer' },
    { 'GET /teams': 'no answer' },
    {},
  ])
})

test('a row asks for its details when it is unfolded, and when it has changed', () => {
  show(3)
  send(3, 2, [row(0, 'pending'), row(1)])
  store.toggle(0)
  expect(store.get().unfolded).toEqual(new Map([[0, undefined]]))
  channel.emit(EVENTS.details, { mount: 3, id: 0, ...DETAILS })
  expect(store.get().unfolded.get(0)).toMatchObject({ url: DETAILS.url })
  send(3, 2, [row(0)])
  store.toggle(0)
  send(3, 2, [row(0, 'pending')])
  expect(channel.messages(EVENTS.unfold)).toEqual([
    { mount: 3, id: 0 },
    { mount: 3, id: 0 },
  ])
  expect(store.get().unfolded).toEqual(new Map())
})

test('details of a row that was folded up meanwhile, or of another story, are dropped', () => {
  show(1)
  send(1, 1, [row(0)])
  channel.emit(EVENTS.details, { mount: 1, id: 0, ...DETAILS })
  store.toggle(0)
  channel.emit(EVENTS.details, { mount: 2, id: 0, ...DETAILS })
  expect(store.get().unfolded).toEqual(new Map([[0, undefined]]))
})

test('each change makes a new state, and tells the subscribers', () => {
  let changes = 0
  const undo = store.subscribe(() => changes++)
  const before = store.get()
  show(1)
  expect(store.get()).not.toBe(before)
  undo()
  show(2)
  expect(changes).toBe(1)
})

test('closing leaves no listener', () => {
  store.close()
  expect(channel.listenerCount()).toBe(0)
})
