import { expect, test, vi } from 'vitest'
import { NextCandidates } from '../../../src/core/choose/choose.ts'
import type { Table } from '../../../src/core/choose/table.ts'
import type { Stub } from '../../../src/core/stub/stub.ts'
import { nameOf, requestOf, stubOf, tableOf } from '../support.ts'

const guests = stubOf('GET', '/users', { match: { queries: { role: 'guest' } } }, 'guests')
const admins = stubOf('GET', '/users', { match: { queries: { role: 'admin' } } }, 'admins')
const first = stubOf('GET', '/users', undefined, 'first')
const second = stubOf('GET', '/users', undefined, 'second')
const third = stubOf('GET', '/*rest', undefined, 'third')
const request = requestOf('/users')

/** Lets stubs decline one after the other, and returns the name of each that is asked next, and all stubs that were looked at. */
function declinedBy(next: NextCandidates, declining: readonly Stub[], tables: readonly Table[]) {
  const looked: string[] = []
  const available = (stub: Stub) => {
    looked.push(nameOf(stub))
    return true
  }
  const names = declining.map((stub) => {
    const found = next.after(stub, tables, request, { available, threw: () => undefined })
    return found && nameOf(found.stub)
  })
  return { names, looked, declined: next.declined }
}

test('the candidates behind the one that declines are asked, each once', () => {
  const tables = [tableOf([guests, admins, first, second]), tableOf([third])]
  expect(declinedBy(new NextCandidates(tables), [first, second, third], tables)).toEqual({
    names: ['second', 'third', undefined],
    looked: ['second', 'third'],
    declined: 3,
  })
})

test('a table is searched once, however many stubs decline', () => {
  const table = tableOf([first, second, third])
  const find = vi.fn(table.find)
  const tables = [{ ...table, find }]
  declinedBy(new NextCandidates(tables), [first, second, third], tables)
  expect(find).toHaveBeenCalledTimes(1)
})

test('an override that came meanwhile is asked first, and none that has declined', () => {
  const tables = [tableOf([first, second])]
  const next = new NextCandidates(tables)
  declinedBy(next, [first], tables)
  const override = stubOf('GET', '/users', undefined, 'override')
  expect(declinedBy(next, [second, override], [tableOf([override]), ...tables])).toEqual({
    names: ['override', undefined],
    looked: ['override'],
    declined: 3,
  })
})

test('an override that came before the first one declined is asked too', () => {
  const tables = [tableOf([first, second])]
  const override = stubOf('GET', '/users', undefined, 'override')
  const changed = [tableOf([override]), ...tables]
  expect(declinedBy(new NextCandidates(tables), [first, override], changed).names).toEqual(['override', 'second'])
})

test('without tables nothing answers', () => {
  expect(declinedBy(new NextCandidates([tableOf([first])]), [first], []).names).toEqual([undefined])
})
