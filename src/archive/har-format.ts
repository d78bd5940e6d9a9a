/**
 * The HTTP Archive format, version 1.2, as browsers and proxies save it (http://www.softwareishard.com/blog/har-12-spec/).
 * A tool may add fields that start with an underscore. The types have the fields that mynah adds.
 */
export interface Har {
  log: HarLog
}

export interface HarLog {
  version: string
  creator: { name: string; version: string }
  entries: HarEntry[]
}

/** One request with its answer. */
export interface HarEntry {
  /** ISO 8601. */
  startedDateTime: string
  /** Milliseconds. */
  time: number
  request: HarRequest
  response: HarResponse
  cache: Record<string, never>
  timings: { send: number; wait: number; receive: number }
  comment?: string
  /** The test file that recorded the entry in a cassette. */
  _recordedBy?: string
  /** What tools add. */
  [field: `_${string}`]: unknown
}

export interface HarRequest {
  method: string
  url: string
  httpVersion: string
  cookies: HarNamed[]
  headers: HarNamed[]
  queryString: HarNamed[]
  headersSize: number
  /** Bytes; -1 if unknown. */
  bodySize: number
  postData?: HarPostData
}

/** A body has either its text or its fields. */
export type HarPostData = {
  mimeType: string
  /** How `text` encodes bytes that are not text: `base64`. */
  _encoding?: 'base64'
} & ({ text: string; params?: undefined } | { params: HarParam[]; text?: undefined })

/** A field of a form. A file has a `fileName`, and its `value` may be missing. */
export interface HarParam {
  name: string
  value?: string
  fileName?: string
  contentType?: string
}

export interface HarResponse {
  /** 0 if no answer came. */
  status: number
  statusText: string
  httpVersion: string
  cookies: HarNamed[]
  headers: HarNamed[]
  content: HarContent
  redirectURL: string
  headersSize: number
  bodySize: number
  /** Why `toHar` has no answer. */
  comment?: string
  /** The code of the error that the connection failed with, such as `ECONNREFUSED`. */
  _networkError?: string
  /** Whether the client gave up before an answer came. */
  _aborted?: boolean
  /** What tools add. */
  [field: `_${string}`]: unknown
}

export interface HarContent {
  /** Bytes. */
  size: number
  mimeType: string
  text?: string
  encoding?: 'base64'
  comment?: string
}

export interface HarNamed {
  name: string
  value: string
}
