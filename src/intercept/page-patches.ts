import { runAll } from '../runtime/run-all.ts'
import type { PageMeans } from './page-means.ts'

/** Patches a client of the page. Returns the undo. */
type PagePatch = (means: PageMeans) => () => void

const added = new Set<PagePatch>()

/** What is patched now. */
let active: { readonly means: PageMeans; readonly undos: (() => void)[] } | undefined

/** Adds a client that a capability answers in pages. It is patched while mocks are started. */
export function addPagePatch(patch: PagePatch): void {
  if (added.has(patch)) return
  added.add(patch)
  active?.undos.push(patch(active.means))
}

/** Patches the added clients, and those that are added meanwhile. Returns the undo. */
export function applyPagePatches(means: PageMeans): () => void {
  const undos = [...added].map((patch) => patch(means))
  active = { means, undos }
  return () => {
    active = undefined
    runAll(undos.reverse())
  }
}
