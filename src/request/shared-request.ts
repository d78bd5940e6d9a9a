import type { IncomingRequest } from './incoming-request.ts'
import type { RequestOrigin } from './plain-request.ts'

/** A request as copies of mynah hand it to each other: data, and a function that reads its body. */
export type SharedRequest = Pick<
  IncomingRequest,
  keyof RequestOrigin | 'source' | 'unread' | 'sentBody' | 'readBody' | 'realHead'
>
