import { createSources } from '#intercept'
import { absoluteUrl } from '../request/absolute-url.ts'
import { isBypassed } from '../runtime/bypass.ts'
import { runAll } from '../runtime/run-all.ts'
import { dispatch, fault, isPassthroughByHead } from './dispatch.ts'
import { interception, type StartedMocks } from './started.ts'

/**
 * Adds mocks as the newest started ones. Each is an owner of the sources: the first one patches the clients, and the undo
 * of the last one removes the patches. Returns the undo.
 */
export function addStarted(mocks: StartedMocks): () => void {
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
  const { sources } = all
  sources.apply(mocks)
  all.started = [mocks, ...all.started]
  all.unlisten ??= sources.answerBy((request) => dispatch(request, all.started))
  return () => {
    all.started = all.started.filter((one) => one !== mocks)
    const unlisten = all.started.length === 0 && all.unlisten
    if (unlisten) all.unlisten = undefined
    runAll([unlisten || (() => {}), () => sources.dispose(mocks)])
  }
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
