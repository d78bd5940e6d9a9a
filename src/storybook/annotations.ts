import type { AfterEach, BeforeAll, BeforeEach, DecoratorFunction, LoaderFunction } from 'storybook/internal/csf'
import { addons } from 'storybook/preview-api'
import { expect } from 'storybook/test'
import {
  toHaveRequested,
  toHaveRequestedInOrder,
  toHaveRequestedTimes,
  toHaveSent,
} from '../assertions/request-matchers.ts'
import { openPreviewEnd, type PreviewEnd } from './channel/preview-end.ts'
import { ShownStories } from './shown-stories.ts'

expect.extend({ toHaveRequested, toHaveRequestedInOrder, toHaveRequestedTimes, toHaveSent })

const stories = new ShownStories()
let end: PreviewEnd | undefined

/** Storybook takes a global from its URL only if it has a value at the start. */
export const initialGlobals: { readonly mynah: object } = { mynah: {} }

export const beforeAll: BeforeAll = () => {
  const opened = openPreviewEnd(addons.getChannel())
  end = opened
  return () => opened.close()
}

/** The loaders of the preview run before those of a story, and before all `beforeEach`. */
export const loaders: LoaderFunction[] = [
  (context) => {
    Object.assign(context, { mocks: stories.enter(context, end).mocks })
  },
]

export const beforeEach: BeforeEach[] = [
  (context) => {
    const story = stories.find(context)
    return () => story?.leave()
  },
]

export const decorators: DecoratorFunction[] = [
  (story, context) => {
    stories.find(context)?.raise()
    return story()
  },
]

export const afterEach: AfterEach[] = [(context) => stories.find(context)?.verify()]
