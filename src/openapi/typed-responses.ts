/** The bodies of content that is not JSON. */
type Bytes = ArrayBuffer | Uint8Array | Blob | FormData | URLSearchParams | ReadableStream

type Successes = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226]
type Success = Successes[number]
type Redirection = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308
type ClientError =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418)
  | (421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
type ServerError = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511

/** The documented statuses of an operation: each by itself, by a range, or all by `default`. */
export type StatusOf<Responses> =
  | (keyof Responses & number)
  | ('2XX' extends keyof Responses ? Success : never)
  | ('3XX' extends keyof Responses ? Redirection : never)
  | ('4XX' extends keyof Responses ? ClientError : never)
  | ('5XX' extends keyof Responses ? ServerError : never)
  | ('default' extends keyof Responses ? number : never)

/** The status of a stub without the setting `status`: of success, or else of a redirect. An error has to be asked for. */
export type LowestStatus<Responses> = [LowestOf<Responses, Successes>] extends [never]
  ? keyof Responses & ('2XX' | 'default') extends never
    ? keyof Responses & Redirection
    : 200
  : LowestOf<Responses, Successes>

/** The first of these statuses that is documented. */
type LowestOf<Responses, Statuses> = Statuses extends [infer First, ...infer Others]
  ? First extends keyof Responses
    ? First
    : LowestOf<Responses, Others>
  : never

/** The response of a status: its own, its range's, or the default one. */
type ResponseAt<Responses, Status> = Status extends keyof Responses
  ? Responses[Status]
  : `${Status & number}` extends `${infer Digit}${number}`
    ? `${Digit}XX` extends keyof Responses
      ? Responses[`${Digit}XX` & keyof Responses]
      : DefaultResponse<Responses>
    : DefaultResponse<Responses>

type DefaultResponse<Responses> = Responses extends { default: infer Response } ? Response : never

/** The payload of a status: its JSON, or a body of another type; `undefined` if it has no content. */
export type PayloadAt<Responses, Status> = ContentOf<ResponseAt<Responses, Status>>

/** The payload of a response. */
export type ContentOf<Response> = Response extends { content: infer Content }
  ? { [Type in keyof Content]: Type extends `${string}json${string}` ? Content[Type] : Bytes }[keyof Content]
  : undefined
