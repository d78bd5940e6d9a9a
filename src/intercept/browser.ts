import type { RealFetch } from '../fetch/real-fetch.ts'
import { FetchInterceptor } from './fetch/fetch-interceptor.ts'
import { type CreateSources, Sources } from './interceptor.ts'
import { PageInterceptor } from './page/page-interceptor.ts'

/** A page has fetch and its classes. */
export const lendGlobals = (): (() => void) => () => {}

/** A page's fetch follows redirects itself. */
export const realFetch: RealFetch = { passthrough: (original, request) => original(request), seesRedirects: false }

/** Makes the sources of a page. */
export const createSources: CreateSources = (options) => {
  // Fetch last: the other keeps the fetch that it finds, which has to be the page's own.
  return new Sources([
    new PageInterceptor({ ...options, real: realFetch }),
    new FetchInterceptor({ ...options, real: realFetch }),
  ])
}
