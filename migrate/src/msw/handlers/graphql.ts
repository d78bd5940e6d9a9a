import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { moduleOf } from '../../read/imports.ts'
import { chainFrom, otherUses } from '../../read/nodes.ts'
import { Source } from '../../read/source.ts'
import { convertHandler, type Maker } from './handlers.ts'
import { type Key, mswPath, pathOf } from './path.ts'
import type { Uses } from './uses.ts'

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

export class GraphqlHandlers {
  readonly #source: Source
  readonly #uses: Uses
  readonly #resolvers: Set<ts.Node>
  #isDeclared = false

  constructor(source: Source, uses: Uses, resolvers: Set<ts.Node>) {
    this.#source = source
    this.#uses = uses
    this.#resolvers = resolvers
  }

  /** Frees the name `graphql`, if nothing of msw keeps it. */
  release(): void {
    const { ts, file, checker, rulings } = this.#source
    const trial = new Source(ts, file, checker, rulings)
    const handlers = new GraphqlHandlers(trial, this.#uses, new Set())
    for (const [use, exported] of this.#uses) if (exported === 'graphql') handlers.convert(use)
    if (trial.left.length === 0) this.#source.release('graphql')
  }

  /** Converts a use of `graphql`. Returns the calls that it is about, and whether they were converted. */
  convert(use: ts.Identifier): { readonly calls: ts.Node[]; readonly isConverted: boolean } {
    const source = this.#source
    const [first] = chainFrom(source, use).links
    if (!first) {
      source.leave(use, 'write graphql of msw as that of mynah/graphql: const api = graphql(endpoint)')
      return { calls: [], isConverted: false }
    }
    const call = first.node as ts.CallExpression
    if (first.name !== 'link') return { calls: [call], isConverted: this.#handler(use, call, true) }
    const isConverted = source.attempt(use, () => this.#link(call))
    const handlers = isConverted ? this.#handlersOf(call) : []
    const converted = handlers.map(([owner, handler]) => this.#handler(owner, handler, false))
    return {
      calls: [call, ...handlers.map(([, handler]) => handler)],
      isConverted: isConverted && converted.every(Boolean),
    }
  }

  #handler(owner: ts.Identifier, call: ts.CallExpression, isAnywhere: boolean): boolean {
    const source = this.#source
    const convert = () => {
      const maker = makerOf(isAnywhere ? source.localName('api') : undefined)
      convertHandler(source, maker, owner, call, this.#uses, this.#resolvers)
      if (isAnywhere) this.#declareApi()
    }
    return source.attempt(call, convert)
  }

  /** msw's `graphql` answers at any URL. */
  #declareApi(): void {
    const source = this.#source
    const graphql = source.name('graphql')
    if (this.#isDeclared) return
    this.#isDeclared = true
    const { ts, file } = source
    const first = file.statements.find((one) => moduleOf(source, one) === undefined) ?? file
    const [comment] = ts.getLeadingCommentRanges(file.text, first.pos) ?? []
    const code = `const ${source.localName('api')} = ${graphql}(${source.quote(pathOf('*'))})${source.style.semicolon}`
    source.edits.insert(comment?.pos ?? first.getStart(file), `${code}\n\n`)
  }

  #link(call: ts.CallExpression): void {
    const source = this.#source
    const [url] = call.arguments
    const { parent } = call
    const isNamed = source.ts.isVariableDeclaration(parent) && source.ts.isIdentifier(parent.name)
    if (!url || !isNamed) leaveByHand('keep what graphql.link(url) returns in a variable')
    source.replace(call, `${source.name('graphql')}(${mswPath(source, url)})`)
  }

  #handlersOf({ parent }: ts.CallExpression): (readonly [ts.Identifier, ts.CallExpression])[] {
    const source = this.#source
    const name = (parent as ts.VariableDeclaration).name as ts.Identifier
    return otherUses(source, name).flatMap((use) =>
      chainFrom(source, use)
        .links.slice(0, 1)
        .map(({ node }) => [use, node as ts.CallExpression] as const),
    )
  }
}
