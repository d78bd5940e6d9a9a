import type { SentMessage } from '../../response/sent-message.ts'
/** The events by which the preview and the panel in the manager talk. Each has one message as its argument. */
export const EVENTS = {
  /** From the preview, without a message: it is loaded, and needs the choices. */
  previewOpened: 'mynah/preview-opened',
  /** From the panel, without a message: it is loaded, and needs the story and all rows. */
  panelOpened: 'mynah/panel-opened',
  /** From the preview: `StoryMessage`. The rows of the story before are gone. */
  story: 'mynah/story',
  /** From the preview: `RowsMessage`. */
  rows: 'mynah/rows',
  /** From the panel: `DetailsRequest`, when a row is unfolded. */
  unfold: 'mynah/unfold',
  /** From the preview: `DetailsMessage`. */
  details: 'mynah/details',
  /** From the panel: `Choices`, all of them. */
  choices: 'mynah/choices',
} as const

/** The answers that the panel can put in place of a route's own. */
export const CHOICES = [
  '404',
  '500',
  'network error',
  'no answer',
  'delay 300 ms',
  'delay 1,000 ms',
  'delay 3,000 ms',
] as const
export type Choice = (typeof CHOICES)[number]

/** The chosen answers, by route: `GET /api/users`. A route without one answers as declared. */
export type Choices = Readonly<Record<string, Choice>>

/** The story that is shown. */
export interface Story {
  readonly id: string
  /** The names of its variants. */
  readonly variants: readonly string[]
  /** The chosen variant, also if the story lacks it. */
  readonly variant: string | undefined
}

/** The story that is shown. `mount` numbers the times that stories were shown. */
export interface StoryMessage extends Story {
  readonly mount: number
}

/** The rows that are new, or differ from what was sent before. `count` is the number of all rows. */
export interface RowsMessage {
  readonly mount: number
  readonly count: number
  readonly rows: readonly Row[]
}

/** A call, without its headers and bodies. */
export interface Row {
  /** The index in `mocks.calls()`. */
  readonly id: number
  readonly method: string
  /** Secret queries are hidden, and a long URL is shortened, as in reports. */
  readonly url: string
  /** Milliseconds. */
  readonly duration: number
  readonly result: Result
  readonly stub?: RowStub
  /** When the latest message of a WebSocket came. The row changes with each, so that an unfolded one asks for them again. */
  readonly messageAt?: number
}

/** What has become of a request. */
export type Result =
  | { readonly kind: 'pending' }
  | { readonly kind: 'response'; readonly status: number }
  | { readonly kind: 'networkError' }
  | { readonly kind: 'passed'; readonly status?: number }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'failed'; readonly message: string }
  /** `answer` is the code of a stub that would answer the request. */
  | { readonly kind: 'miss'; readonly report: string; readonly answer?: string }

/** The stub that took a request. */
export interface RowStub {
  /** `GET /api/users`. */
  readonly route: string
  /** `rest.get('/api/users')`. */
  readonly call: string
  /** The file in which the stub was declared, and the line if the page knows it. */
  readonly place?: string
  /** The choice in the panel that answered in place of the route's own stubs. */
  readonly choice?: Choice
}

export interface DetailsRequest {
  readonly mount: number
  readonly id: number
}

/** The headers and bodies of one call. */
export interface DetailsMessage extends DetailsRequest, Details {}

export interface Details {
  readonly url: string
  readonly request: Part
  /** `undefined` if there is no answer. */
  readonly response: Part | undefined
  /** The latest messages of a WebSocket, at most `MOST_MESSAGES`. */
  readonly messages: readonly Message[]
}

export interface Message {
  readonly from: SentMessage['from']
  /** At most `LONGEST_MESSAGE` characters of it; the bytes of a binary message in base64. */
  readonly text: string
  readonly isBase64: boolean
}

/** So much of a WebSocket is sent to the panel. */
export const [MOST_MESSAGES, LONGEST_MESSAGE] = [100, 1000] as const

export interface Part {
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** `undefined` if there is none. */
  readonly body: Body | undefined
}

export interface Body {
  /** The content type. */
  readonly type: string
  /** At most `LONGEST_BODY` characters of it; `undefined` if the body is not known, as of a stream. */
  readonly text: string | undefined
  /** Whether `text` is base64 of bytes that are no text. */
  readonly isBase64: boolean
  /** The number of all characters. */
  readonly length: number
}

/** So much of a body is sent to the panel. */
export const LONGEST_BODY = 10_000
