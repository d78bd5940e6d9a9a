import type ts from 'typescript'
import { moduleOf } from '../../read/imports.ts'
import { chainFrom, otherUses } from '../../read/nodes.ts'
import { leaveByHand, Source } from '../../read/source.ts'
import { askHandler } from './ask-msw.ts'
import { convertHandler, type Maker } from './handlers.ts'
import { type Key, mswPath, pathOf } from './path.ts'
import type { Handled } from './uses.ts'

function makerOf(caller: string | undefined): Maker {
  return {
    methods: /^(?:query|mutation|operation)$/,
    caller,
    handed: ['query', 'variables', 'operationName'],
    keyOf: operationOf,
    takes: ({ response: { code } }) => /^(?:\{\s*['"]?(?:data|errors)\b|\w+\(\)$)/.test(code),
  }
}

function operationOf(source: Source, node: ts.Expression): Key {
  const type = source.checker.getTypeAtLocation(node)
  if (type.getCallSignatures().length > 0) {
    leaveByHand('write this function as the setting match: api.operation(result, { match: (request) => … })')
  }
  return { code: source.code(node) }
}

export function convertGraphql(source: Source, handled: Handled): void {
  const { ts, file, checker, rulings } = source
  const uses = [...handled.uses].flatMap(([use, exported]) => (exported === 'graphql' ? use : []))
  const trial = new Source(ts, file, checker, rulings)
  for (const use of uses) convertOperations(trial, use, { ...handled, nodes: [], kept: [], resolvers: new Set() })
  // The name is free if nothing of msw keeps it.
  if (uses.length > 0 && trial.left.length === 0) source.release('graphql')
  for (const use of uses) convertOperations(source, use, handled)
}

function convertOperations(source: Source, use: ts.Identifier, handled: Handled): void {
  const { nodes, kept } = handled
  const [first] = chainFrom(source, use).links
  if (!first) {
    source.leave(use, 'write graphql of msw as that of mynah/graphql: const api = graphql(endpoint)')
    // It may make handlers for any list.
    kept.push(source.file)
    return
  }
  const call = first.node as ts.CallExpression
  nodes.push(call)
  if (first.name !== 'link') {
    const convert = () => {
      convertHandler(source, makerOf(source.localName('api')), call, handled)
      declareApi(source)
    }
    if (!source.attempt(call, convert)) askHandler(source, call, 'graphql', handled)
    return
  }
  const isConverted = source.attempt(use, () => convertLink(source, call))
  const uses = isConverted ? otherUses(source, (call.parent as ts.VariableDeclaration).name) : []
  const links = uses.flatMap((one) => chainFrom(source, one).links.slice(0, 1))
  const handlers = links.map(({ node }) => node as ts.CallExpression)
  const left = handlers.filter(
    (one) => !source.attempt(one, () => convertHandler(source, makerOf(undefined), one, handled)),
  )
  nodes.push(...handlers)
  // What is made by a link stays with it.
  if (!isConverted || left.length > 0) kept.push(call, ...handlers)
}

/** msw's `graphql` answers at any URL. */
function declareApi(source: Source): void {
  const { ts, file, style } = source
  const graphql = source.name('graphql')
  const code = `const ${source.localName('api')} = ${graphql}(${source.quote(pathOf('*'))})${style.semicolon}`
  const first = file.statements.find((one) => moduleOf(source, one) === undefined) ?? file
  const [comment] = ts.getLeadingCommentRanges(file.text, first.pos) ?? []
  if (!source.edits.toString().includes(code)) source.edits.insert(comment?.pos ?? first.getStart(file), `${code}\n\n`)
}

function convertLink(source: Source, call: ts.CallExpression): void {
  const [url] = call.arguments
  const { parent } = call
  const isNamed = source.ts.isVariableDeclaration(parent) && source.ts.isIdentifier(parent.name)
  if (!url || !isNamed) leaveByHand('keep what graphql.link(url) returns in a variable')
  source.replace(call, `${source.name('graphql')}(${mswPath(source, url)})`)
}
