import { autocompletion, type CompletionContext } from '@codemirror/autocomplete'
import { linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import type { Answers, Question } from './types.worker.ts'

/**
 * Returns what an editor shows of types: mistakes, completions, and the type at the pointer. They are TypeScript's own, in a
 * worker: it takes 1.2 MB, so it is loaded when the reader first goes into the editor.
 */
export function typesExtension(): { readonly extension: Extension; readonly close: () => void } {
  const worker = new Worker(new URL('./types.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (answer: never) => void>()
  let latest = 0
  worker.addEventListener('message', ({ data: { id, answer } }) => {
    waiting.get(id)?.(answer as never)
    waiting.delete(id)
  })

  function ask<About extends keyof Answers>(about: About, text: string, at = 0): Promise<Answers[About]> {
    const id = ++latest
    worker.postMessage({ id, about, text, at } satisfies Question)
    return new Promise((resolve) => waiting.set(id, resolve))
  }

  const complete = async (context: CompletionContext) => {
    if (!context.explicit && !context.matchBefore(/[\w$.]$/)) return null
    const found = await ask('completions', context.state.doc.toString(), context.pos)
    return found ? { ...found, options: [...found.options], validFor: /^[\w$]*$/ } : null
  }
  const lint = linter(async (view) => {
    const mistakes = await ask('mistakes', view.state.doc.toString())
    const { length } = view.state.doc
    return mistakes.filter(({ to }) => to <= length).map((mistake) => ({ ...mistake, severity: 'error' as const }))
  })
  const hover = hoverTooltip(async (view, at) => {
    const found = await ask('hover', view.state.doc.toString(), at)
    if (!found) return null
    const dom = document.createElement('pre')
    dom.className = 'type'
    dom.textContent = found.message
    return { pos: found.from, end: found.to, create: () => ({ dom }) }
  })
  return { extension: [autocompletion({ override: [complete] }), lint, hover], close: () => worker.terminate() }
}
