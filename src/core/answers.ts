import type { Answer, Asked } from './condition.ts'
import type { Params } from './params.ts'

/** What was said of a value, or thrown instead. */
type Said = { readonly answer: Answer } | { readonly error: unknown }

/** What code of the user's has said of one request, as one path sees it. */
export type Answers = Map<Asked, Said>

/**
 * Keeps what code of the user's has said of a request: it is asked once, though a miss is first decided on and then
 * explained. Two paths may give different params, and so answers.
 */
export function rememberAnswers(): (params: Params) => Answers {
  const byParams = new Map<string, Answers>()
  return (params) => {
    const key = JSON.stringify(params)
    const known = byParams.get(key)
    if (known) return known
    const answers: Answers = new Map()
    byParams.set(key, answers)
    return answers
  }
}

/** Asks, or gives what has been said before. */
export function ask(asked: Asked, received: unknown, remembered: (() => Answers) | undefined): Said {
  const answers = asked.foreign ? remembered?.() : undefined
  const known = answers?.get(asked)
  if (known) return known
  const said = listen(asked, received)
  answers?.set(asked, said)
  return said
}

function listen(asked: Asked, received: unknown): Said {
  try {
    return { answer: asked.ask(received) }
  } catch (error) {
    return { error }
  }
}
