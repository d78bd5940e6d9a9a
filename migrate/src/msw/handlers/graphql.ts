import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { moduleOf } from '../../read/imports.ts'
import { chainFrom, otherUses } from '../../read/nodes.ts'
import { Source } from '../../read/source.ts'
import { convertHandler, type Maker } from './handlers.ts'
import { type Key, mswPath, pathOf } from './path.ts'
import type { Context, Uses } from './uses.ts'

const HANDED = ['query', 'variables', 'operationName']

function makerOf(caller: string | undefined): Maker {
  return {
    methods: /^(?:query|mutation|operation)$/,
    caller,
    handed: HANDED,
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

/** Frees the name `graphql`, if nothing of msw keeps it. */
export function releaseGraphql(source: Source, uses: Uses): void {
  const { ts, file, checker, rulings } = source
  const trial = new Source(ts, file, checker, rulings)
  const resolvers = new Set<ts.Node>()
  for (const [use, exported] of uses) if (exported === 'graphql') convertOperations(trial, use, { uses, resolvers })
  if (trial.left.length === 0) source.release('graphql')
}

/** Converts a use of `graphql`. Returns the calls that it is about, and whether they were converted. */
export function convertOperations(
  source: Source,
  use: ts.Identifier,
  context: Context,
): { readonly calls: ts.Node[]; readonly isConverted: boolean } {
  const [first] = chainFrom(source, use).links
  if (!first) {
    source.leave(use, 'write graphql of msw as that of mynah/graphql: const api = graphql(endpoint)')
    return { calls: [], isConverted: false }
  }
  const call = first.node as ts.CallExpression
  if (first.name !== 'link') {
    const convert = () => {
      convertHandler(source, makerOf(source.localName('api')), call, context)
      declareApi(source)
    }
    return { calls: [call], isConverted: source.attempt(call, convert) }
  }
  const isConverted = source.attempt(use, () => convertLink(source, call))
  const handlers = isConverted ? handlersOf(source, call) : []
  const converted = handlers.map((one) =>
    source.attempt(one, () => convertHandler(source, makerOf(undefined), one, context)),
  )
  return { calls: [call, ...handlers], isConverted: isConverted && converted.every(Boolean) }
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

function handlersOf(source: Source, { parent }: ts.CallExpression): ts.CallExpression[] {
  const { name } = parent as ts.VariableDeclaration
  const links = otherUses(source, name).flatMap((use) => chainFrom(source, use).links.slice(0, 1))
  return links.map(({ node }) => node as ts.CallExpression)
}
