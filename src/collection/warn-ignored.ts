import { nearestTo } from '../core/refusal.ts'
import type { TextRecord } from '../core/request.ts'
import { quote } from '../core/show.ts'
import { callSiteOf } from '../core/stub/call-site.ts'
import type { Definition, Item } from './definition.ts'
import { pathsOf, valueAt } from './fields.ts'
import { queryNames } from './list.ts'

/** The names of queries that each collection has warned of. */
const warned = new WeakMap<Definition, Set<string>>()

/**
 * Warns of each query that does nothing: it is no field of the items, and neither sorts nor pages. Once for each name. Without any
 * item nobody knows the fields, and a filter may read all queries.
 */
export function warnIgnored(definition: Definition, items: readonly Item[], queries: TextRecord): void {
  const { call, options, seed, trace } = definition
  const known = [...seed, ...items]
  if (options.filter || known.length === 0) return
  const names = queryNames(options)
  const told = warned.get(definition) ?? new Set(names)
  warned.set(definition, told)
  for (const name of Object.keys(queries)) {
    if (told.has(name) || known.some((item) => valueAt(item, name) !== undefined)) continue
    told.add(name)
    const nearest = nearestTo(name, [...pathsOf(known), ...names])
    const meant = nearest === undefined ? '' : `; the nearest is ${quote(nearest)}`
    const problem = `${call}: the query ${quote(name)} is ignored: it is not a field of the items${meant}`
    const other = `${call.slice(0, -1)}, …, { filter: (item, { queries }) => … })`
    console.warn(`mynah: ${[problem, callSiteOf(trace)].join('  ').trimEnd()}\n\nTo read it, write  ${other}`)
  }
}
