import type ts from 'typescript'
import { mergeOptions } from '../declare/allowed-hosts.ts'
import { dropDeclaration } from '../declare/override.ts'
import { removeCall } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Binding } from '../read/imports.ts'
import { nodesIn, otherUses } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { countTests, testAround } from '../read/tests.ts'
import { checkOrigin, originCode } from './read-intercept.ts'
import { convertMember, convertPoolMember, isAgentValue, membersNamed, type Reference, reasonOf } from './values.ts'

const TYPES: Readonly<Record<string, string>> = {
  MockAgent: 'Mocks',
  MockPool: 'RestMethods',
  MockClient: 'RestMethods',
  Interceptable: 'RestMethods',
}

const REFUSING =
  'the agent refused other requests here, and mynah does: one that the agent has no answer for any more may reach the network'

/** Rewrites the agents of a file: the global one is the mocks of the file. */
export class Agents {
  readonly #source: Source
  readonly #references: readonly Reference[]
  readonly #converted = new Set<ts.Node>()
  options = ''

  constructor(source: Source, references: readonly Reference[]) {
    this.#source = source
    this.#references = references
  }

  convert(): void {
    for (const reference of this.#references) this.#convertReference(reference)
    const { ts, file } = this.#source
    for (const access of nodesIn(ts, file, ts.isPropertyAccessExpression)) convertPoolMember(this.#source, access)
    for (const use of nodesIn(ts, file, ts.isIdentifier)) if (isAgentValue(this.#source, use)) this.#convertUse(use)
  }

  /** Has an agent that stays let pass what it has no answer for. */
  open(): void {
    const source = this.#source
    const rules = membersNamed(source, /^(?:dis|en)ableNetConnect$/).flatMap(({ expression }) =>
      source.ts.isIdentifier(expression) && isAgentValue(source, expression) ? [expression] : [],
    )
    for (const rule of rules) this.#convertUse(rule)
    const made = this.#references.find(({ exported }) => exported === 'MockAgent')
    if (made && rules.length > 0) source.note(made.node, REFUSING)
  }

  isUnused(binding: Binding): boolean {
    const own = this.#references.filter((one) => one.binding === binding)
    return own.length > 0 && own.every(({ node }) => this.#converted.has(node))
  }

  #attempt(node: ts.Node, convert: () => void): void {
    if (this.#source.attempt(node, convert)) this.#converted.add(node)
  }

  #convertReference({ exported, node }: Reference): void {
    const { ts } = this.#source
    const { parent } = node
    const isMockType = Object.hasOwn(TYPES, exported) || exported === 'MockInterceptor'
    const type = ts.isQualifiedName(parent) ? parent.parent : parent
    if (ts.isTypeReferenceNode(type) && isMockType) this.#attempt(node, () => this.#convertType(exported, type))
    else if (exported === 'MockAgent' && ts.isNewExpression(parent))
      this.#attempt(node, () => this.#dropVariable(parent))
    else if (/^[gs]etGlobalDispatcher$/.test(exported) && ts.isCallExpression(parent))
      this.#attempt(node, () => this.#dropCall(parent))
    else if (/^(?:MockCallHistory|SnapshotAgent|mockErrors)/.test(exported))
      this.#source.leave(node, `${exported} of undici: see "From undici's MockAgent" in migrating.md`)
  }

  #convertType(exported: string, type: ts.TypeReferenceNode): void {
    const source = this.#source
    const { ts } = source
    const name = TYPES[exported]
    const declaration = type.parent
    // A part of a type that goes as a whole: `MockAgent<MockAgent.Options>`.
    if (ts.isTypeReferenceNode(declaration) && Object.hasOwn(TYPES, declaration.typeName.getText(source.file))) return
    const isOne =
      ts.isUnionTypeNode(declaration) && declaration.types.every((one) => TYPES[one.getText(source.file)] === name)
    if (name && name !== 'Mocks') source.replace(isOne ? declaration : type, source.name(name))
    else if (!ts.isVariableDeclaration(declaration))
      leaveByHand(`write the type ${type.getText(source.file)} of undici as Mocks, RestMethods or Stub of mynah`)
    else if (!name) source.edits.replace(declaration.name.end, type.end, '')
  }

  #dropCall(call: ts.CallExpression): void {
    if (!removeCall(this.#source, call)) this.#dropVariable(call)
  }

  /** Drops what a variable is set to, and its declaration: the global agent is `mocks`, whatever its variable was called. */
  #dropVariable(value: ts.Expression): void {
    const source = this.#source
    const { ts } = source
    const { parent } = value
    if (ts.isVariableDeclaration(parent)) {
      dropDeclaration(source, parent)
      return
    }
    const isSet = ts.isBinaryExpression(parent) && ts.isIdentifier(parent.left)
    if (!isSet || !ts.isExpressionStatement(parent.parent)) leaveByHand('write setupMocks(routes) in place of this')
    source.remove(parent.parent)
    for (const use of otherUses(source, parent.left)) {
      if (ts.isVariableDeclaration(use.parent) && use.parent.name === use) dropDeclaration(source, use.parent)
    }
  }

  #convertUse(use: ts.Identifier): void {
    const source = this.#source
    const { ts } = source
    const { parent } = use
    if (!ts.isPropertyAccessExpression(parent) || parent.expression !== use) {
      const setter = ts.isCallExpression(parent) ? parent.expression.getText(source.file) : ''
      if (/GlobalDispatcher$/.test(setter)) {
        if (testAround(source, use) && countTests(source) > 1)
          source.notes.push({ line: source.lineOf(use), reason: OF_ONE_TEST })
        return
      }
      source.attempt(use, () => {
        const isDropped =
          /\.set\w*(?:Agent|Dispatcher)$/.test(setter) && removeCall(source, parent as ts.CallExpression)
        if (!isDropped) leaveByHand('drop this: mynah answers what any dispatcher sends')
      })
      return
    }
    const { text } = parent.name
    const call = parent.parent
    if (!ts.isCallExpression(call) || call.expression !== parent) source.leave(use, reasonOf(text))
    else if (text === 'get') this.#convertPool(call)
    else
      source.attempt(use, () => {
        const option = convertMember(source, text, call)
        if (option) this.options = mergeOptions([this.options, option])
      })
  }

  /** A pool that a chain begins with has gone with it. */
  #convertPool(call: ts.CallExpression): void {
    const source = this.#source
    const { ts } = source
    const isChained = ts.isPropertyAccessExpression(call.parent)
    const [origin] = call.arguments
    if (isChained || !origin) return
    source.attempt(call, () => {
      checkOrigin(source, origin)
      source.replace(call, `${source.name('rest')}.at(${originCode(source, origin)})`)
    })
  }
}

const OF_ONE_TEST =
  'the agent answers in this test alone, and these mocks in all of the file: they refuse what another test sends elsewhere'
