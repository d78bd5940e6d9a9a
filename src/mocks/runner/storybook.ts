import { routeKeys } from '../../core/stub/check-routes.ts'
import { routeOf, type Stub } from '../../core/stub/stub.ts'
import { isDocsPage, isStorybook, whenStoryChanges } from '../../runtime/hosts/storybook.ts'
import { warnOnce } from '../../runtime/warn-once.ts'
import type { Runner } from './runner.ts'

/** The preview of Storybook, with the addon or without: a story is a test that has no hooks for mocks that are started once. */
export const storybook: Runner = {
  startHook: 'beforeAll',
  atEnd: () => false,
  // A `stop` that throws would keep the mocks of a hot reload from starting.
  showsFailures: isStorybook,
  betweenTests: whenStoryChanges,
  // Storybook renders all inline stories of a docs page at the same time, and nothing tells which of them sent a request: the newest
  // override answers all.
  overriding(mocks, overrides, added) {
    if (!isDocsPage()) return
    const shared = added.find((stub) =>
      overrides.some((other) => isOfOneRoute(stub, other) && !isOfOnePlace(stub, other)),
    )
    if (shared) warnOnce(mocks, stubText(shared))
  },
}

function isOfOneRoute(one: Stub, other: Stub): boolean {
  const keys = routeKeys(other)
  return routeKeys(one).some((key) => keys.includes(key))
}

/** A story that is rendered again declares its stub in the same place, which gets the same answer. */
function isOfOnePlace(one: Stub, other: Stub): boolean {
  return one === other || (one.parts.trace.stack !== undefined && one.parts.trace.stack === other.parts.trace.stack)
}

function stubText(stub: Stub): string {
  return `mynah: several overrides of ${routeOf(stub)} are in force on this docs page, and the newest one answers all of its stories

Write  parameters: { docs: { story: { inline: false } } }  in the preview: each story then has a frame, and mocks of its own`
}
