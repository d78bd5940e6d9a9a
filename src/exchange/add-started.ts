import { createSources } from '#intercept'
import type { Sources } from '../intercept/interceptor.ts'
import { absoluteUrl } from '../request/absolute-url.ts'
import { isBypassed } from '../runtime/bypass.ts'
import { runAll } from '../runtime/run-all.ts'
import { dispatch, fault, isPassthroughByHead } from './dispatch.ts'
import { type StartedMocks, shareOf } from './started.ts'

/** Adds mocks as the newest started ones. Returns the undo. */
export function addStarted(mocks: StartedMocks): () => void {
  return shareOf(makeShare)(mocks).leave
}

/** Returns the sources of requests, which all mocks share. */
export function sharedSources(): Sources {
  return shareOf(makeShare).sources
}

/**
 * Makes the function that copies share. Each mocks object is an owner of the sources: the first one patches the clients, and the undo
 * of the last one removes the patches.
 */
function makeShare() {
  let started: readonly StartedMocks[] = []
  let unlisten: (() => void) | undefined
  const sources = createSources({
    resolveUrl: (url) => resolveUrl(url, started),
    fault: (request, thrown) => fault(request, thrown, started[0]),
    isBypassed,
    isPassthroughByHead(request) {
      for (const mocks of started) mocks.beginTest()
      return isPassthroughByHead(request, started)
    },
  })
  const join = (mocks: StartedMocks) => {
    sources.apply(mocks)
    started = [mocks, ...started]
    unlisten ??= sources.answerBy((request) => dispatch(request, started))
    return () => {
      started = started.filter((one) => one !== mocks)
      const stopListening = started.length === 0 && unlisten
      if (stopListening) unlisten = undefined
      runAll([stopListening || (() => {}), () => sources.dispose(mocks)])
    }
  }
  return Object.assign(
    (joining?: StartedMocks) => {
      const leave = joining ? join(joining) : () => {}
      return { started, leave }
    },
    { sources },
  )
}

/** Makes a relative URL absolute, from the page's location, else from the newest `baseUrl`. */
function resolveUrl(url: string, started: readonly StartedMocks[]): string {
  const base = started.find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl
  try {
    return absoluteUrl(url, base)
  } catch (error) {
    started[0]?.fail(error)
    throw error
  }
}
