import { pageCookies } from '../../fetch/page-cookies.ts'
import { fetchHop, type RealFetch } from '../../fetch/real-fetch.ts'
import { Source, type SourceOptions } from '../interceptor.ts'
import type { PageMeans } from '../page-means.ts'
import { applyPagePatches } from '../page-patches.ts'
import { doAll, patch } from '../patch.ts'
import { mockedEventSource } from './mocked-event-source.ts'
import { mockedXhr } from './mocked-xhr.ts'
import { mockedSendBeacon } from './send-beacon.ts'

interface PageOptions extends SourceOptions {
  readonly real: RealFetch
}

/** A page's XMLHttpRequest, EventSource and `navigator.sendBeacon` as a source. Workers lack some of them. */
export class PageInterceptor extends Source {
  readonly #options: PageOptions

  constructor(options: PageOptions) {
    super()
    this.#options = options
  }

  protected override patch(): () => void {
    const { fetch } = globalThis
    const means: PageMeans = {
      ...this.#options,
      cookies: pageCookies(),
      handle: (request, initiator) => this.handle(request, initiator),
      isActive: () => this.isActive,
      passthrough: (request) => fetchHop(fetch, request, this.#options.real),
    }
    const { prototype } = globalThis.Navigator ?? { prototype: {} as Navigator }
    return doAll([
      () => patch(globalThis, 'XMLHttpRequest', (original) => mockedXhr(original, means)),
      () => patch(globalThis, 'EventSource', (original) => mockedEventSource(original, means)),
      () => patch(prototype, 'sendBeacon', (original) => mockedSendBeacon(original, means)),
      () => applyPagePatches(means),
    ])
  }
}
