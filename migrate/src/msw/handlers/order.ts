import type ts from 'typescript'
import { constantText } from '../../read/constants.ts'
import { nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { exportOf } from './uses.ts'

const TAKER = /(?:^|\.)(?:setupServer|setupWorker|use|resetHandlers)$/
const ORDER = 'comes first in msw for what both take, and this one, which is more specific, here: remove one of them'
const SAME = 'comes first, and if it always answers, setupMocks refuses this one: remove it'

/** A handler of a list, by its method and its path, as far as they are written out. */
interface Listed {
  readonly maker: ts.Node
  readonly method: string
  readonly path: string
}

/** Says where the older of two handlers of a list takes requests of the newer one, which mynah asks first: it is more specific. */
export function noteOrder(source: Source): void {
  const { ts, file } = source
  const isList = (node: ts.Node) =>
    ts.isArrayLiteralExpression(node) || (ts.isCallExpression(node) && TAKER.test(node.expression.getText(file)))
  for (const list of nodesIn(ts, file, isList)) {
    const all = ts.isCallExpression(list) ? list.arguments : (list as ts.ArrayLiteralExpression).elements
    const listed = all.flatMap((one) => read(source, one) ?? [])
    for (const [index, newer] of listed.entries()) {
      const older = listed.slice(0, index).find((one) => takes(one, newer))
      if (older) source.note(newer.maker, `${older.method}(${older.path}) ${older.path === newer.path ? SAME : ORDER}`)
    }
  }
}

function read(source: Source, node: ts.Expression): Listed | undefined {
  const { ts } = source
  const access =
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression : undefined
  if (!access || !ts.isCallExpression(node) || exportOf(source, access.expression) !== 'http') return undefined
  const [key] = node.arguments
  const path = key && constantText(source, key)
  return path === undefined ? undefined : { maker: access.expression, method: access.name.text, path }
}

/** Whether a path with params or wildcards takes another one. */
function takes(older: Listed, newer: Listed): boolean {
  const isOfMethod = older.method === newer.method || older.method === 'all'
  const shape = older.path.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&')
  const pattern = shape.replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')
  return isOfMethod && new RegExp(`^${pattern}$`).test(newer.path)
}
