import type ts from 'typescript'
import { dropDeclaration } from './declare/override.ts'
import { importCode, isCommonJs, topOf } from './declare/setup.ts'
import { type Binding, bindingsOf, declaredAtTop, importsOf, moduleOf } from './read/imports.ts'
import { moduleOfExport, namesFrom, namesOfMynah } from './read/known-names.ts'
import { namesIn } from './read/nodes.ts'
import { Source } from './read/source.ts'

export function writeImports(source: Source, bindings: readonly Binding[]): void {
  const used = namesUsed(source)
  for (const name of source.imported) if (!used.has(source.localName(name))) source.imported.delete(name)
  const imported = new Set([...source.imported].map((name) => source.localName(name)))
  const gone = bindings.filter(({ name: { text } }) => imported.has(text) || !used.has(text))
  const kept = bindings.find((one) => !gone.includes(one))
  if (kept && source.left.length + source.rulings.beneath.length === 0)
    source.leave(kept.statement, `${kept.name.text} of ${kept.module} is still used`)
  const statements = [...new Set(bindings.map(({ statement }) => statement))]
  const isGone = (one: Binding) => gone.some(({ name }) => name === one.name)
  const all = bindingsOf(source, /^/)
  const whole = statements.filter((statement) => all.every((one) => one.statement !== statement || isGone(one)))
  source.converted += statements.filter((one) =>
    bindings.every((binding) => binding.statement !== one || gone.includes(binding)),
  ).length
  // The setup of the mocks may be inserted behind it.
  const last = importsOf(source).at(-1)
  const place = statements[0] ?? importsOf(source)[0]
  const isNew = !addToImport(source) && source.imported.size > 0
  const code = isNew ? importCode(source, place !== undefined && isCommonJs(source, place)) : undefined
  const [first] = whole.filter((one) => !source.ts.isVariableDeclaration(one))
  if (code && !first) {
    if (place) source.edits.insert(source.statementOf(place).getStart(source.file), `${code}\n`)
    else source.edits.insertFirst(topOf(source), `${code}\n\n`)
  }
  const namesOf = (statement: ts.Node) => gone.flatMap((one) => (one.statement === statement ? one.name : []))
  for (const statement of statements) {
    if (!whole.includes(statement)) dropFromList(source, namesOf(statement))
    else if (source.ts.isVariableDeclaration(statement)) dropDeclaration(source, statement)
    else if (statement === first && code) source.replace(statement, code)
    // The setup may be inserted at the end of the last import: the line break before it goes.
    else if (statement === last)
      source.edits.replace(Math.max(0, statement.getStart(source.file) - 1), statement.end, '')
    else source.remove(statement)
  }
}

/** Adds to the import of mynah that an earlier run has written. Returns whether there is one. */
function addToImport(source: Source): boolean {
  const { ts, file } = source
  const [list] = file.statements.flatMap((one) => namesFrom(ts, file, one) ?? [])
  if (!list) return false
  const known = namesOfMynah(ts, file)
  const missing = [...source.imported].filter((name) => !known.has(name))
  const names = missing.filter((name) => moduleOfExport(name) === 'mynah')
  const end = list.elements.at(-1)?.end
  if (names.length > 0 && end !== undefined) source.edits.insert(end, names.map((name) => `, ${name}`).join(''))
  const statement = source.statementOf(list)
  for (const module of new Set(missing.map(moduleOfExport))) {
    if (module === 'mynah') continue
    source.edits.insert(statement.end, `\n${importCode(source, isCommonJs(source, statement), module)}`)
  }
  return true
}

function namesUsed(source: Source): Set<string> {
  const { ts, file, checker } = source
  const text = source.edits.toString()
  const result = new Source(ts, ts.createSourceFile(file.fileName, text, file.languageVersion, true), checker)
  const others = declaredAtTop(result).filter((one) => moduleOf(result, one) === undefined)
  return new Set(others.flatMap((one) => namesIn(ts, one)))
}

function dropFromList(source: Source, gone: readonly ts.Identifier[]): void {
  const { ts } = source
  const list = gone[0]?.parent.parent
  if (!list || !(ts.isNamedImports(list) || ts.isObjectBindingPattern(list))) return
  const kept = list.elements.filter((one) => !gone.includes(one.name as ts.Identifier))
  const [first] = list.elements
  const start = first && !kept.includes(first) ? first.getStart(source.file) : undefined
  // A hook may have been added before the first name.
  const added = start === undefined ? '' : source.edits.slice(start, start).replace(/, $/, '')
  const names = [...(added ? [added] : []), ...kept.map((one) => source.code(one))]
  const own = list.parent
  const space = /^\{\w/.test(list.getText(source.file)) ? '' : ' '
  if (names.length > 0) source.replace(list, `{${space}${names.join(', ')}${space}}`)
  else if (ts.isImportClause(own) && own.name) source.edits.replace(own.name.end, list.end, '')
}
