// So that the whole core is in one chunk (tsup.config.ts).
import './core.ts'

export { type Collection, collection } from '../collection/collection.ts'
export type { Items } from '../collection/items.ts'
export type {
  CollectionFailure,
  CollectionOptions,
  ItemStorage,
  ListAnswer,
  PageQueries,
} from '../collection/options.ts'
