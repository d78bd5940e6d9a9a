import type { ResolverContext } from '../core/reply/reply.ts'
import { defineStub } from '../core/stub/define-stub.ts'
import type { Stub } from '../core/stub/stub.ts'
import { statesOf } from '../core/stub/stub-states.ts'
import type { Mocks } from '../mocks/mocks.ts'
import { traceFrom } from '../rest.ts'
import { ANSWERS, answerAs } from './answers.ts'
import type { Item } from './definition.ts'
import { type Declared, type Items, itemsIn, storeIn } from './items.ts'
import { ACTIONS, type CollectionOptions } from './options.ts'
import { parseDefinition } from './parse-definition.ts'

/** The result of `collection`: its stubs, to be spread into routes, and its items. */
export interface Collection<Entry, Id extends string = 'id'> extends Iterable<Stub> {
  /**
   * Returns the items in mocks, or in a resolver by its context.
   * @throws {MynahError} `NOT_STARTED`, for mocks that were never started.
   * @throws {RouteDefinitionError} for mocks without the collection's stubs.
   * @example
   * users.in(mocks).insert({ name: 'Eve' })
   */
  in(target: Mocks | ResolverContext<unknown>): Items<Entry, Id>
}

/**
 * Declares the stubs of a list of items that requests can change: `GET`, `POST` on the path, and `GET`, `PUT`, `PATCH`, `DELETE`
 * on `path/:id`. They come after all other stubs of their routes. Each mocks object has its own items, and begins with the seed
 * again after each test.
 *
 * The params of the path bind the fields of their names: `/users/:userId/posts` lists the posts with that `userId`.
 *
 * @throws {RouteDefinitionError} for a path, a seed or an option that is wrong; the message shows the corrected code.
 * @example
 * const users = collection('/api/users', [{ id: 1, name: 'Ada' }], { sort: 'sort' })
 * const mocks = setupMocks([...users])
 */
export function collection<Entry extends object, Id extends string = 'id'>(
  path: string,
  seed: readonly Entry[],
  options: CollectionOptions<Entry, Id> = {},
): Collection<Entry, Id> {
  const trace = traceFrom(collection)
  const declared: Declared = parseDefinition(path, seed, options as CollectionOptions<Item>, trace)
  const { definition } = declared
  const declarer = { caller: 'collection', isFallback: true, owner: declared }
  const stubs = (options.only ?? ACTIONS).map((action) => {
    const { method, isItem } = ANSWERS[action]
    const resolver = (context: ResolverContext) =>
      answerAs(action, definition, storeIn(statesOf(context), declared), context)
    return defineStub(method, isItem ? definition.itemPath : definition.path, resolver, undefined, trace, declarer)
  })
  return Object.freeze({
    [Symbol.iterator]: () => stubs.values(),
    in: (target: unknown) => itemsIn(declared, target) as unknown as Items<Entry, Id>,
  })
}
