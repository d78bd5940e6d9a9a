import { getOrAdd } from '../get-or-add.ts'
import type { Params } from '../params.ts'
import type { Asked, Opinion } from './condition.ts'

/** What was said of a value, or thrown instead. */
type Said = { readonly opinion: Opinion } | { readonly error: unknown }

/** What code of the user's has said of one request, as one path sees it. */
export type Opinions = Map<Asked, Said>

/**
 * Keeps what code of the user's has said of a request: it is asked once, though a miss is first decided on and then
 * explained. Two paths may give different params, and so opinions.
 */
export function rememberOpinions(): (params: Params) => Opinions {
  const byParams = new Map<string, Opinions>()
  return (params) => getOrAdd(byParams, JSON.stringify(params), () => new Map())
}

/** Asks, or gives what has been said before. */
export function ask(asked: Asked, received: unknown, remembered: (() => Opinions) | undefined): Said {
  const opinions = asked.foreign ? remembered?.() : undefined
  return opinions ? getOrAdd(opinions, asked, () => listen(asked, received)) : listen(asked, received)
}

function listen(asked: Asked, received: unknown): Said {
  try {
    return { opinion: asked.ask(received) }
  } catch (error) {
    return { error }
  }
}
