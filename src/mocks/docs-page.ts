import { routeKeys } from '../core/stub/check-routes.ts'
import { routeOf, type Stub } from '../core/stub/stub.ts'
import { isDocsPage } from '../runtime/hosts/storybook.ts'
import { warnOnce } from '../runtime/warn-once.ts'
import type { Layers } from './session/layers.ts'

/**
 * Warns, once for each `mocks`, that overrides of one route meet on a docs page. Storybook renders all inline stories of such a
 * page at the same time, and nothing tells which of them sent a request: the newest override answers all.
 * A story that is rendered again declares its stub in the same place, which gets the same answer.
 */
export function warnOnDocsPage(mocks: object, layers: Layers, added: readonly Stub[]): void {
  if (!isDocsPage()) return
  const { overrides } = layers
  const shared = added.find((stub) =>
    overrides.some((other) => isOfOneRoute(stub, other) && !isOfOnePlace(stub, other)),
  )
  if (shared) warnOnce(mocks, stubText(shared))
}

function isOfOneRoute(one: Stub, other: Stub): boolean {
  const keys = routeKeys(other)
  return routeKeys(one).some((key) => keys.includes(key))
}

function isOfOnePlace(one: Stub, other: Stub): boolean {
  return one === other || (one.parts.trace.stack !== undefined && one.parts.trace.stack === other.parts.trace.stack)
}

function stubText(stub: Stub): string {
  return `mynah: several overrides of ${routeOf(stub)} are in force on this docs page, and the newest one answers all of its stories

Write  parameters: { docs: { story: { inline: false } } }  in the preview: each story then has a frame, and mocks of its own`
}
