import fc from 'fast-check'
import { Kind, type OperationDefinitionNode, parse, type SelectionSetNode } from 'graphql'
import { describe, expect, test } from 'vitest'
import { type ScannedOperation, type SelectionSet, scanDefinitions, scanOperations } from '../../src/graphql/scan.ts'

/** What graphql-js finds in a document. */
function parsed(document: string): ScannedOperation[] {
  return parse(document)
    .definitions.filter((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION)
    .map(({ operation, name, selectionSet }) => ({
      type: operation,
      name: name?.value,
      fields: selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? one.name.value : [])),
    }))
}

/** The definitions of a document by graphql-js, as the scan has them. */
function parsedDefinitions(document: string): unknown {
  return parse(document).definitions.map((one) => {
    if (one.kind === Kind.OPERATION_DEFINITION) {
      return { type: one.operation, name: one.name?.value, set: selectionsOf(one.selectionSet) }
    }
    if (one.kind === Kind.FRAGMENT_DEFINITION) {
      return { type: 'fragment', name: one.name.value, set: selectionsOf(one.selectionSet) }
    }
    return undefined
  })
}

function selectionsOf({ selections }: SelectionSetNode): SelectionSet {
  return selections.map((one) => {
    if (one.kind === Kind.FRAGMENT_SPREAD) return { name: '...', key: one.name.value }
    if (one.kind === Kind.INLINE_FRAGMENT) {
      const type = one.typeCondition?.name.value
      return { name: type ? '...on' : '...', key: type ?? '...', set: selectionsOf(one.selectionSet) }
    }
    const { alias, name, selectionSet } = one
    return {
      name: name.value,
      key: (alias ?? name).value,
      ...(selectionSet && { set: selectionsOf(selectionSet) }),
    }
  })
}

/** What the scan finds, without the spaces of `...  on`. */
function scanned(document: string): unknown {
  return JSON.parse(JSON.stringify(scanDefinitions(document)).replace(/"name":"\.{3}(?:\\.|\s)*on"/g, '"name":"...on"'))
}

describe('the operations of a document are those that graphql-js finds', () => {
  test.each([
    '{ user }',
    'query { user { id } posts }',
    'query GetUser($id: ID! = "a } b") { user(id: $id) { name } }',
    'mutation Create($input: In = { a: { b: [1, 2] } }) @live(if: { x: true }) { create(input: $input) { id } }',
    'subscription OnMessage { message { id } }',
    'fragment F on User { id query } query A { user { ...F } }',
    '# query B { no }\nquery A { user } # }',
    'query A { ...F ... on Query { inner } ... @include(if: true) { other } user } fragment F on Query { a }',
    'query A { on query fragment } fragment on1 on Query { on } query B { mutation: on } fragment F on on { a }',
    'query A { first: user(name: """a \\""" } b""") { id } second : post @skip(if: false) @a(x: "{") { id } }',
    '"""A description { of it }""" query A { user } query B { posts }',
    'query query { query } mutation mutation { mutation }',
    '\ufeffquery,A,{,user,}',
    'query A($a: [In!]! = [{ a: 1 }]) { a(list: [{ b: "x" }]) b }',
  ])('%s', (document) => {
    expect(scanOperations(document)).toEqual(parsed(document))
    expect(scanned(document)).toEqual(parsedDefinitions(document))
  })

  test('random documents', () => {
    fc.assert(
      fc.property(documents(), (document) => {
        expect(scanOperations(document)).toEqual(parsed(document))
        expect(scanned(document)).toEqual(parsedDefinitions(document))
      }),
      { numRuns: 500 },
    )
  })
})

/** Random documents, with any layout. */
function documents(): fc.Arbitrary<string> {
  const name = fc.oneof(
    fc.constantFrom('query', 'mutation', 'subscription', 'on', 'fragment', 'input', 'type', 'user', '_a1'),
    fc.stringMatching(/^[_A-Za-z]\w{0,5}$/),
  )
  const noKeyword = name.filter((one) => !['on', 'true', 'false', 'null'].includes(one))
  const text = fc
    .string({ maxLength: 8 })
    .chain((one) =>
      fc.constantFrom(
        JSON.stringify(one.replace(/[^\x20-\x7e]/g, '')),
        `"""${one.replace(/["\\]/g, '').replace(/[^\x20-\x7e]/g, '')} { \\""" } """`,
      ),
    )
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('1', '-1.5e3', 'true', 'null', 'ENUM'),
      text,
      fc.array(tie('value'), { maxLength: 3 }).map((all) => `[${all.join(' ')}]`),
      fc
        .array(fc.tuple(name, tie('value')), { maxLength: 3 })
        .map((all) => `{${all.map(([a, b]) => `${a}: ${b}`).join(', ')}}`),
    ),
  }))
  const args = fc
    .array(fc.tuple(name, value), { maxLength: 2 })
    .map((all) => (all.length > 0 ? `(${all.map(([a, b]) => `${a}: ${b}`).join(' ')})` : ''))
  const directives = fc
    .array(fc.tuple(name, args), { maxLength: 2 })
    .map((all) => all.map(([a, b]) => `@${a}${b}`).join(' '))
  const { set } = fc.letrec<{ set: string }>((tie) => ({
    set: fc
      .array(
        fc.oneof(
          { maxDepth: 3 },
          fc
            .tuple(fc.option(name), name, args, directives, fc.option(tie('set')))
            .map(
              ([alias, field, given, marks, inner]) =>
                `${alias === null ? '' : `${alias}: `}${field}${given} ${marks} ${inner ?? ''}`,
            ),
          fc.tuple(noKeyword, directives).map(([fragment, marks]) => `...${fragment} ${marks}`),
          fc
            .tuple(fc.option(name), directives, tie('set'))
            .map(([type, marks, inner]) => `... ${type === null ? '' : `on ${type}`} ${marks} ${inner}`),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((all) => `{ ${all.join('\n')} }`),
  }))
  const variables = fc
    .array(fc.tuple(name, fc.constantFrom('ID!', '[In!]', 'Int'), fc.option(value)), { maxLength: 2 })
    .map((all) =>
      all.length > 0
        ? `(${all.map(([a, type, by]) => `$${a}: ${type}${by === null ? '' : ` = ${by}`}`).join(', ')})`
        : '',
    )
  const definition = fc.oneof(
    set,
    fc
      .tuple(fc.constantFrom('query', 'mutation', 'subscription'), fc.option(name), variables, directives, set)
      .map(([type, own, given, marks, body]) => `${type} ${own ?? ''}${given} ${marks} ${body}`),
    fc
      .tuple(noKeyword, name, directives, set)
      .map(([own, type, marks, body]) => `fragment ${own} on ${type} ${marks} ${body}`),
  )
  const layout = fc.constantFrom('\n', ' ', '\n# a comment { query X { y } "\n', ',')
  return fc
    .array(fc.tuple(definition, layout), { minLength: 1, maxLength: 4 })
    .map((all) => all.map(([one, between]) => one + between).join(''))
}

describe('reading a document takes time that grows with its length', () => {
  test.each([
    ['deep selection sets', `query Q ${'{a'.repeat(100_000)}${'{a}'.repeat(100_000)}${'}'.repeat(100_000)}`],
    ['quotes that no string has', `query Q {a(x:${'"\\'.repeat(200_000)})}`],
    ['block strings that do not end', `query Q {a(x:${'\\"""'.repeat(100_000)})}`],
    ['a block string of megabytes', `query Q {a(x:"""${'ab\n'.repeat(2_000_000)}""")}`],
    ['a string of megabytes', `query Q {a(x:"${'ab'.repeat(3_000_000)}")}`],
  ])('%s', (_name, document) => {
    // A quadratic time exceeds the timeout of a test: one of these took 35 s.
    expect(scanOperations(document)[0]).toMatchObject({ type: 'query', name: 'Q', fields: ['a'] })
  })
})
