import type { StoryContext } from 'storybook/internal/csf'
import { MynahError } from '../core/errors.ts'
import { quote } from '../core/show.ts'
import { isObject } from '../core/type-guards.ts'
import { type StartedMocks, startedMocks } from '../exchange/started.ts'
import type { Mocks } from '../mocks/mocks.ts'
import { runAll } from '../runtime/run-all.ts'
import { warnOnce } from '../runtime/warn-once.ts'
import type { InPanel, PreviewEnd } from './channel/preview-end.ts'
import { parseParameters, parseVariant } from './check-parameters.ts'
import { readLayers } from './read-routes.ts'

/** A story that is mounted, with its routes in force. */
interface EnteredStory {
  readonly mocks: Mocks
  /** Throws the failures up to now, unless the story leaves that out. The hooks of a test runner do not tell them again. */
  verify(): void
  /** Says that the hooks of the story have run. */
  raise(): void
  /** Takes everything off that the story has put on. A second call does nothing. */
  leave(): void
}

/** Storybook aborts the signal of a mounted story when it removes the story, and makes one for each mount. */
interface Mounted extends EnteredStory, Pick<StoryContext, 'canvasElement' | 'abortSignal'> {}

/** The stories that are mounted: one, or all inline stories of a docs page. */
export class ShownStories {
  readonly #mounted = new Set<Mounted>()

  /**
   * Puts the routes of a story on. A story that is rendered again, since its args changed, is as it was.
   * @throws {MynahError} `NOT_STARTED`, if no mocks are started.
   * @throws {RouteDefinitionError} for parameters or globals that are wrong.
   */
  enter(context: StoryContext, end: PreviewEnd | undefined): EnteredStory {
    const entered = this.find(context)
    if (entered) return entered
    this.#leaveOthers(context)
    const { canvasElement, abortSignal, id } = context
    const parameters = parseParameters(context.parameters.mynah)
    if (isObject(context.parameters.msw)) warnOnce(context.parameters.msw, wordLeftover(id))
    const variant = parseVariant(context.globals.mynah)
    const layers = readLayers(parameters, variant, context)
    const started = newestStarted()
    const mocks = started.mocks() as Mocks
    const isVerified = parameters.verify ?? true
    // A request that the story sends after its end would fail the test of a test runner.
    const unlisten = isVerified ? () => {} : mocks.on('unmatched', () => started.takeFailure())
    const undoes = layers.map((stubs) => mocks.use(...stubs))
    const inPanel = end?.show(mocks, { id, variants: Object.keys(parameters.variants ?? {}), variant })
    const mounted: Mounted = {
      canvasElement,
      abortSignal,
      mocks,
      verify: () => {
        const error = started.takeFailure()
        if (isVerified && error !== undefined) throw error
      },
      raise: onceRaised(inPanel),
      leave: () => {
        if (!this.#mounted.delete(mounted)) return
        runAll([() => inPanel?.undo(), unlisten, ...undoes, () => this.#resetAfter(mocks)])
      },
    }
    this.#mounted.add(mounted)
    return mounted
  }

  /** Returns the mounted story of a context. */
  find({ abortSignal }: Pick<StoryContext, 'abortSignal'>): EnteredStory | undefined {
    return [...this.#mounted].find((one) => one.abortSignal === abortSignal)
  }

  /** At a hot reload, and after a loader that threw, a story was not left before the next one comes. */
  #leaveOthers({ canvasElement }: StoryContext): void {
    for (const one of this.#mounted) {
      if (one.canvasElement === canvasElement || one.abortSignal.aborted) one.leave()
    }
  }

  /** The other stories of a docs page keep the answers that they made themselves. */
  #resetAfter(mocks: Mocks): void {
    if (this.#mounted.size === 0) mocks.reset({ failures: true })
  }
}

/** Another addon may still read them, so they are no mistake. */
function wordLeftover(id: string): string {
  return `mynah: the story ${quote(id)} has parameters.msw, which mynah does not read

Write  parameters: { mynah: { routes: [rest.get(…)] } }`
}

/** A choice that is put in front again aborts the requests that it took, so this is done at the first render alone. */
function onceRaised(inPanel: InPanel | undefined): () => void {
  let isRaised = false
  return () => {
    if (!isRaised) inPanel?.raise()
    isRaised = true
  }
}

/** Returns the newest started mocks, of any copy of the library. */
function newestStarted(): StartedMocks {
  const [newest] = startedMocks()
  if (newest) return newest
  throw new MynahError(
    'NOT_STARTED',
    'mynah/storybook: no mocks are started\n\nWrite  beforeAll: setupMocks(routes)  in .storybook/preview.ts',
  )
}
