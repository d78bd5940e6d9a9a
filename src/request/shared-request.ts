import type { IncomingRequest } from './incoming-request.ts'

/** A request as copies of mynah hand it to each other: data, and a function that reads its body. */
export type SharedRequest = Pick<
  IncomingRequest,
  | 'method'
  | 'url'
  | 'headers'
  | 'signal'
  | 'sentTo'
  | 'sender'
  | 'credentials'
  | 'isRevocable'
  | 'isUpgrade'
  | 'given'
  | 'unread'
  | 'sentBody'
  | 'readBody'
  | 'realHead'
>
