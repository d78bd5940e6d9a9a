import { runAll } from '../runtime/run-all.ts'
import { dispatch } from './dispatch.ts'
import { sharedSources } from './sources.ts'
import { interception, type StartedMocks } from './started.ts'

/**
 * Adds mocks as the newest started ones. Each is an owner of the sources: the first one patches the clients, and the undo
 * of the last one removes the patches. Returns the undo.
 */
export function addStarted(mocks: StartedMocks): () => void {
  const all = interception()
  const sources = sharedSources()
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
