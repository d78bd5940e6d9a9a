import type { Decoder } from '../fetch/fetched-response.ts'
import type { RealFetch } from '../fetch/real-fetch.ts'
import { decompress } from '../request/decode.ts'
import { FetchInterceptor } from './fetch/fetch-interceptor.ts'
import { type CreateSources, Sources } from './interceptor.ts'
import { PageInterceptor } from './page/page-interceptor.ts'

/** Decodes a body as a page's fetch does. */
export const decoder: Decoder = (body, encodings) => decompress(body, encodings)?.getReader()

/** A page has fetch and its classes. */
export const lendGlobals = (): (() => void) => () => {}

/** A page's fetch follows redirects itself. */
export const realFetch: RealFetch = { passthrough: (original, request) => original(request), seesRedirects: false }

/** Makes the sources of a page. */
export const createSources: CreateSources = (options) => {
  // Fetch last: the other keeps the fetch that it finds, which has to be the page's own.
  return new Sources([
    new PageInterceptor({ ...options, decoder, real: realFetch }),
    new FetchInterceptor({ ...options, decoder, real: realFetch }),
  ])
}
