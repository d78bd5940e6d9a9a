import type { Edits } from './layout/edits.ts'
import { importsOf } from './read/imports.ts'
import { nodesIn } from './read/nodes.ts'
import { type Origin, originsOf } from './read/origins.ts'
import { Source } from './read/source.ts'

/** Declares one constant for each `rest.at(…)` that the rewritten text has more than once. Returns the edits of that text. */
export function shareOrigins(source: Source): Edits {
  const { ts, file, checker, style } = source
  const text = source.edits.toString()
  const result = new Source(ts, ts.createSourceFile(file.fileName, text, file.languageVersion, true), checker)
  if (!source.imported.has('rest')) return result.edits
  const repeated = originsOf(ts, result.file, source.localName('rest')).filter(isRepeated)
  const taken = new Set(nodesIn(ts, result.file, ts.isIdentifier).map((one) => one.text))
  for (const origin of repeated) {
    const { calls, shared, locals } = origin
    const gone = shared ? [] : locals
    const name = (shared ?? gone[0])?.name.getText(result.file) ?? freeName(origin.text, repeated.length === 1, taken)
    const place = shared?.end ?? placeOf(result, origin, source.localName('mocks'))
    if (name === undefined || place === undefined || [...calls, ...gone].some(({ pos }) => pos < place)) continue
    taken.add(name)
    const [first] = [...gone.flatMap(({ initializer }) => initializer ?? []), ...calls]
    if (!shared && first) declare(result, place, `const ${name} = ${result.code(first)}${style.semicolon}`)
    for (const call of calls) result.replace(call, name)
    for (const { parent: list } of gone) result.remove(list.parent)
  }
  return result.edits
}

function isRepeated({ calls, shared, locals }: Origin): boolean {
  return shared ? calls.length > 0 : calls.length + locals.length > 1
}

/** Before the mocks, else after the imports, but after the constants that the origin is made of. */
function placeOf(result: Source, { constants }: Origin, mocks: string): number | undefined {
  const { file } = result
  const setup = file.statements.find((one) => one.getText(file).startsWith(`const ${mocks} = `))
  const place = setup?.getStart(file) ?? importsOf(result).at(-1)?.end
  return place === undefined ? undefined : Math.max(place, ...constants.map(({ end }) => end))
}

/** A line of its own before a statement, or after one; a blank line divides it from imports. */
function declare(result: Source, place: number, code: string): void {
  const before = result.file.statements.find(({ end }) => end === place)
  const isImport = before && importsOf(result).includes(before)
  result.edits.insert(place, before ? `${isImport ? '\n\n' : '\n'}${code}` : `${code}\n`)
}

/** `api`, or the name of the host: `githubApi` for `https://api.github.com`. */
function freeName(url: string, isOnly: boolean, taken: ReadonlySet<string>): string | undefined {
  const labels = (/\/\/([\w.-]+)/.exec(url)?.[1] ?? '').split('.').filter((label) => label !== 'www')
  const label = labels.at(labels.length > 1 ? -2 : 0) ?? ''
  const stem = label.replace(/-+(\w?)/g, (_, letter: string) => letter.toUpperCase())
  const byHost = /^[a-z]/i.test(stem) && stem !== 'api' ? `${stem}Api` : 'api'
  return [...(isOnly ? ['api'] : []), byHost, 'api', 'restApi'].find((name) => !taken.has(name))
}
