import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT, readPage } from './pages.ts'

const page = readPage('docs/reference/options.md')

/** The pages that are written from the types. */
const API = readdirSync(`${ROOT}docs/reference`).filter((file) => /^api.*\.md$/.test(file))

/** A part of the reference of an import path: an interface or a function, with its text. */
interface Entry {
  readonly name: string
  readonly text: string
}

function entriesOf(file: string): Entry[] {
  const [, ...parts] = readPage(`docs/reference/${file}`).split(/^### /m)
  return parts.map((text) => ({ name: /^\w+/.exec(text)?.[0] ?? '', text }))
}

/** The properties in the table of an interface. */
function propertiesOf({ text }: Entry): string[] {
  return [...text.matchAll(/^\| <a id="property-.*?"><\/a> `(\w+)\??` \|/gm)].map(([, name = '']) => name)
}

const entries = API.flatMap(entriesOf)
/** The properties of an interface of src, whose table on a page would say what options.md says better. */
function declaredIn(file: string, name: string): { name: string; property: string }[] {
  const [, body = ''] =
    new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(readFileSync(ROOT + file, 'utf8')) ?? []
  return [...body.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, property = '']) => ({ name, property }))
}

const options = entries
  .filter(({ name }) => /(Options|Settings|^Ignore)$/.test(name))
  .flatMap((entry) => propertiesOf(entry).map((property) => ({ name: entry.name, property })))
  .concat(declaredIn('src/mocks/options.ts', 'MocksOptions'), declaredIn('src/core/stub/stub.ts', 'Settings'))

test('the reference has options', () => {
  expect(options.length).toBeGreaterThan(25)
  expect(options).toContainEqual({ name: 'MocksOptions', property: 'patch' })
  expect(options).toContainEqual({ name: 'Settings', property: 'times' })
})

test.each(options)('options.md has $property of $name', ({ property }) => {
  expect(page).toMatch(new RegExp(`^\\|.*[\`{ ]${property}[\`:]`, 'm'))
})

test.each(declaredIn('src/mocks/options.ts', 'MocksOptions'))('testing.md has $property of $name', ({ property }) => {
  expect(readPage('docs/guide/testing.md')).toMatch(new RegExp(`^\\| \`${property}\``, 'm'))
})

test('options.md lacked a mode of cassettes, and the options of a command', () => {
  const modes = /Mode = (.*)$/m.exec(readFileSync(`${ROOT}src/archive/record/mode.ts`, 'utf8'))?.[1]?.split(' | ') ?? []
  const commands = readFileSync(`${ROOT}src/command/command.ts`, 'utf8').matchAll(/^ {2}(--[a-z]+)/gm)
  const names = [...modes, ...[...commands].map(([, name = '']) => name)]
  expect(names.length).toBeGreaterThan(6)
  expect(names.filter((name) => !new RegExp(`\`${name}[ \`]`).test(page))).toEqual([])
})

/** The functions whose last arguments are not values to compare, as those of matchers are. */
const functions = API.flatMap((file) =>
  [...readPage(`docs/reference/${file}`).matchAll(/^###(#?) (\w+)\(\)$/gm)].map(([, , name = '']) => name),
).filter((name) => !readPage('docs/guide/matching.md').includes(`\n| \`${name}(`))

/** Those without arguments, and what users do not call. */
const WITHOUT = [
  'Mocks',
  'Override',
  'RestMethod',
  'Undo',
  'GraphqlTransport',
  'WebSocketMaker',
  'asymmetricMatch',
  'close',
  // The addon of Storybook, whose parameters options.md has.
  'default',
  'start',
  'stop',
  'toString',
  'unmatched',
  'unused',
  'resolve',
  'fetch',
  'message',
  'onInit',
  'onTestRunEnd',
  // The `Storage` of a page.
  'getItem',
  'setItem',
  'removeItem',
  // What `mynah/graphql` asks of a schema.
  'refusals',
  'complete',
]

test.each([...new Set(functions)].filter((name) => !WITHOUT.includes(name)))('options.md has %s', (name) => {
  expect(page).toMatch(new RegExp(`[\`.]${name}\\(`))
})
