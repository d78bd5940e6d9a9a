import { createSources } from '#intercept'
import type { Sources } from '../intercept/interceptor.ts'
import { absoluteUrl } from '../request/absolute-url.ts'
import { isBypassed } from '../runtime/bypass.ts'
import { fault, isPassthroughByHead } from './dispatch.ts'
import { interception, type StartedMocks } from './started.ts'

/** Returns the sources of requests, which all mocks of this realm share. */
export function sharedSources(): Sources {
  const all = interception()
  all.sources ??= createSources({
    resolveUrl: (url) => resolveUrl(url, all.started),
    fault: (request, thrown) => fault(request, thrown, all.started[0]),
    isBypassed,
    isPassthroughByHead(request) {
      for (const { sessions } of all.started) sessions.beginTest()
      return isPassthroughByHead(request, all.started)
    },
  })
  return all.sources
}

/** Makes a relative URL absolute, from the page's location, else from the newest `baseUrl`. */
function resolveUrl(url: string, started: readonly StartedMocks[]): string {
  const base = started.find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl
  try {
    return absoluteUrl(url, base)
  } catch (error) {
    started[0]?.sessions.current.failures.add(error)
    throw error
  }
}
