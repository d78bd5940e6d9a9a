import type ts from 'typescript'
import { isInside, nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { type ListedHandler, listedIn } from './read-list.ts'
import { hiddenRoutes, routesFor } from './route.ts'

const TAKER = /(?:^|\.)(?:setupServer|setupWorker|use|resetHandlers|getResponse)$/

/** Has a handler of a list stay if msw and mynah would ask those that fit one request in different orders, or setupMocks refuses it. */
export function refuseReordered(source: Source): void {
  const { ts, file } = source
  const isList = (node: ts.Node) =>
    ts.isArrayLiteralExpression(node) || (ts.isCallExpression(node) && TAKER.test(node.expression.getText(file)))
  for (const list of nodesIn(ts, file, isList))
    compare(source, list, ts.isCallExpression(list) ? list.arguments : (list as ts.ArrayLiteralExpression).elements)
}

function compare(source: Source, list: ts.Node, elements: readonly ts.Expression[]): void {
  const all = listedIn(source, elements)
  if (all.length < 2) return
  const hidden = hiddenRoutes(all.map(({ route }) => route))
  const dead = new Set([
    ...all.filter(({ route }) => hidden.has(route)),
    ...all.filter((one, index) => isTaken(one, all.slice(0, index))),
  ])
  for (const one of dead) if (!remove(source, elements, one)) refuse(source, list, one, one, DEAD)
  const asked = all.filter((one) => !dead.has(one))
  const byRoute = new Map(asked.map((one) => [one.route, one]))
  const origins = [...new Set(asked.flatMap(({ origin }) => origin ?? [])), 'https://any.test']
  for (const one of asked) {
    for (const url of samplesOf(one, origins)) {
      const method = one.route.method === 'ALL' ? 'GET' : one.route.method
      const here = routesFor([...byRoute.keys()], method, url)
        .flatMap((route) => byRoute.get(route) ?? [])
        .filter(({ takes }) => takes?.(url) ?? true)
      const there = untilAnswered(asked.filter((other) => here.includes(other)))
      const index = there.findIndex((other, at) => here[at] !== other)
      const [older, newer] = [there[index], here[index]]
      if (older && newer) refuse(source, list, newer, older, orderReason(older))
    }
  }
}

/** Whether an older handler always answers the only URL that a handler takes. */
function isTaken({ path, takes, origin, route }: ListedHandler, older: readonly ListedHandler[]): boolean {
  if (takes || /[:*{]/.test(path)) return false
  return older.some((one) => {
    const isOfMethod = one.route.method === route.method || one.route.method === 'ALL'
    // In msw, a path without an origin is one of the page, unless it begins with a star.
    const isOfOrigin = one.origin === origin || (one.origin === undefined && /^\/?\{/.test(one.path))
    if (!one.isAlways || one.takes || !isOfMethod || !isOfOrigin) return false
    return routesFor([one.route], route.method, (origin ?? 'https://any.test') + path).length > 0
  })
}

/** Removes a handler that stands in the list itself, behind another one, and is never asked. Returns whether it does. */
function remove(source: Source, elements: readonly ts.Expression[], { owner, text }: ListedHandler): boolean {
  const index = elements.indexOf(owner.parent.parent as ts.Expression)
  const [before, element] = [elements[index - 1], elements[index]]
  if (!before || !element) return false
  source.edits.replace(before.end, element.end, '')
  source.removed.add(element)
  source.note(before, `msw never asked ${text} behind this, which takes all its requests; it is removed`)
  return true
}

/** No handler is asked behind one that always answers. */
function untilAnswered(all: readonly ListedHandler[]): readonly ListedHandler[] {
  const end = all.findIndex(({ isAlways }) => isAlways)
  return end < 0 ? all : all.slice(0, end + 1)
}

/** URLs that a handler takes, with its optional parts and without. */
function samplesOf({ origin, sample, path }: ListedHandler, origins: readonly string[]): string[] {
  const paths = [path.replaceAll(/[{}]/g, ''), path.replaceAll(/\{[^{}]*\}/g, '')]
  const filled = new Set(paths.map((one) => one.replaceAll(/[:*]\w+/g, 'sample') || '/'))
  const own = origin ?? sample
  return (own === undefined ? origins : [own]).flatMap((start) => [...filled].map((one) => start + one))
}

const DEAD =
  'msw never asks this handler, since one before it takes all its requests, and setupMocks refuses it: remove it'

function orderReason(older: ListedHandler): string {
  if (older.isSilent)
    return `${older.text} runs before this one in msw, and answers nothing: do it by mocks.on('request', ({ request }) => …), and remove it`
  return `${older.text} comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer`
}

/** The newer of two stays, if it is in this file; else the older one, or what takes the list. */
function refuse(source: Source, list: ts.Node, newer: ListedHandler, older: ListedHandler, reason: string): void {
  const own = [newer, older].find(({ owner }) => owner.getSourceFile() === source.file)
  source.refuse(own?.owner ?? list, own || newer === older ? reason : `${newer.text}: ${reason}`)
  if (own && !isInside(own.owner, list)) source.refuse(list, `${own.text} stays: ${reason}`)
  // One of them alone would be converted by the next run.
  if (own && own !== older && older.owner.getSourceFile() === source.file)
    source.refuse(older.owner, `this comes before ${newer.text} in msw: change them together`)
}
