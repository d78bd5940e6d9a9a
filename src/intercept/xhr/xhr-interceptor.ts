import type { Decoder } from '../fetch/fetched-response.ts'
import { pageCookies } from '../fetch/page-cookies.ts'
import { Source, type SourceOptions } from '../interceptor.ts'
import { patch } from '../patch.ts'
import { mockedXhr } from './mocked-xhr.ts'

/** A page's XMLHttpRequest as a source. */
export class XhrInterceptor extends Source {
  readonly #options: SourceOptions & { readonly decoder: Decoder }

  constructor(options: SourceOptions & { readonly decoder: Decoder }) {
    super()
    this.#options = options
  }

  /** Some workers have no XMLHttpRequest. */
  protected override predicate(): boolean {
    return typeof globalThis.XMLHttpRequest === 'function'
  }

  protected override patch(): () => void {
    const { fetch } = globalThis
    return patch(globalThis, 'XMLHttpRequest', (original) =>
      mockedXhr(original, {
        ...this.#options,
        cookies: pageCookies(),
        handle: (request, xhr) => this.handle(request, xhr),
        isActive: () => this.isActive,
        passthrough: ({ raw }) => fetch(raw),
      }),
    )
  }
}
