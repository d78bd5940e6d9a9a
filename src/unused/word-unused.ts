import { getOrAdd } from '../core/get-or-add.ts'
import type { Line } from './recorder.ts'

/** What was unused in a run, as text. */
export interface UnusedTable {
  readonly text: string
  readonly hasUnused: boolean
}

/** Words what the workers of a run have written. A stub or an operation counts as used if one of them used it. */
export function wordUnused(lines: readonly Line[]): UnusedTable {
  const groups = new Map<string | null, Map<string, boolean>>()
  for (const [api, name, isUsed] of lines) {
    const uses = getOrAdd(groups, api, () => new Map<string, boolean>())
    uses.set(name, isUsed || uses.get(name) === true)
  }
  if (groups.size === 0) return { text: 'mynah: no mocks ran in the tests\n', hasUnused: false }
  const texts = [...groups].map(([api, uses]) => wordGroup(api, uses))
  return { text: texts.map(({ text }) => text).join('\n'), hasUnused: texts.some(({ hasUnused }) => hasUnused) }
}

function wordGroup(api: string | null, uses: ReadonlyMap<string, boolean>): UnusedTable {
  const unused = [...uses].flatMap(([name, isUsed]) => (isUsed ? [] : name))
  const what = api === null ? `${count(uses.size, 'stub')}` : `${count(uses.size, 'operation')} of ${api}`
  const verb = api === null ? 'used' : 'touched'
  if (unused.length === 0) return { text: `mynah: the tests ${verb} all ${what}\n`, hasUnused: false }
  const rows = api === null ? alignPlaces(unused) : unused
  const list = rows.map((row) => `  ${row}\n`).join('')
  return { text: `mynah: no test ${verb} ${unused.length} of ${what}\n\n${list}`, hasUnused: true }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Puts the places of stubs below each other, in their order. */
function alignPlaces(stubs: readonly string[]): string[] {
  const rows = stubs.map((stub) => {
    const [, call = stub, place = ''] = /^(.*) {2}(\S.*)$/s.exec(stub) ?? []
    return { call, place }
  })
  const width = Math.max(...rows.map(({ call }) => call.length))
  return rows
    .sort((a, b) => a.place.localeCompare(b.place, 'en', { numeric: true }))
    .map(({ call, place }) => `${call.padEnd(width)}  ${place}`.trimEnd())
}
