import { relative, resolve } from 'node:path'
import type ts from 'typescript'
import type { Converted, ConvertedFile } from './convert-file.ts'
import { itemAround } from './layout/edits.ts'
import { importedFiles, type ProjectFiles } from './read/project-files.ts'
import type { TypeScript } from './read/source.ts'
import type { Project } from './read/typescript.ts'
import type { Staying } from './share-mocks.ts'

/** The key of a missing name, which is one error however often it is used. */
const NAMED = /^[\w$]+$/
/** The globals of the written code: a project may have the types of another runner or platform, or none. */
const GLOBALS =
  /^(?:Response|URL|Buffer|(?:test|it|describe|suite|context|expect|before|after|setup|teardown)(?:Each|All)?)$/
const NAME = new Set([2304, 2552, 2580, 2581, 2582, 2591, 2592, 2593, 18004])
/** The errors that are mistakes in JavaScript too: names, doubles, members and calls that do not exist. */
const IN_JAVASCRIPT = new Set([...NAME, 1117, 2300, 2339, 2349, 2451, 2551])

/** Returns the constructs and the files that have to stay, and why: they, or a file that imports them, would have a type error. */
export function leftByTypes(project: Project, files: ProjectFiles, results: readonly Converted[]): Staying[] {
  const { ts, folder } = project
  const changed = results.filter(({ rulings, result }) => result.converted > 0 && rulings.whole === undefined)
  if (changed.length === 0) return []
  const after = project.program(new Map(results.map(({ path, result }) => [path, result.text])))
  const byPath = new Map(changed.map((one) => [one.path, one]))
  const isImporting = (path: string) => importedFiles(ts, after, path).some((module) => byPath.has(module))
  const paths = files.own
    .map(({ fileName }) => resolve(fileName))
    .filter((path) => byPath.has(path) || isImporting(path))
  return paths.flatMap((path): Staying[] => {
    const { sourceOf = (start: number) => start, source } = results.find((one) => one.path === path)?.result ?? {}
    const left = (source?.left ?? []).map(({ node }) => itemAround(ts, node))
    const problems = newProblems(ts, files.program, after, path, left, sourceOf)
    const own = byPath.get(path)
    if (own) return problems.map(({ start, text }) => [own, `${TYPES} ${text}`, constructAt(own.result, start)])
    const [problem] = problems
    const origins = problem ? importedFiles(ts, after, path).flatMap((one) => byPath.get(one) ?? []) : []
    const reason = `with mynah ${relative(folder, path)}, which imports it, has a type error: ${problem?.text}`
    return origins.map((one) => [one, reason])
  })
}

/** The start of the construct that is at a place of the new text. */
function constructAt({ source: { constructs, file }, sourceOf }: ConvertedFile, position: number): number | undefined {
  const at = sourceOf(position)
  const around = constructs.filter((node) => node.getStart(file) <= at && at < node.end)
  const [smallest] = around.sort((a, b) => a.end - a.pos - (b.end - b.pos))
  return smallest?.getStart(file)
}

const LONG = 300
const TYPES = 'with mynah it has a type error:'

/** Returns the errors of a file that it did not have before, and that are in none of the statements that are left by hand. */
function newProblems(
  ts: TypeScript,
  before: ts.Program,
  after: ts.Program,
  fileName: string,
  left: readonly ts.Node[],
  sourceOf: (position: number) => number,
): Problem[] {
  const file = after.getSourceFile(fileName)
  const original = before.getSourceFile(fileName)
  if (!file || !original) return []
  const known = problemsOf(ts, before, original)
  const problems = problemsOf(ts, after, file)
  return problems.filter(({ code, key, start }) => {
    if (GLOBALS.test(key)) return false
    const old = known.filter((one) => one.key === key)
    const isKnown = NAMED.test(key) ? old.length > 0 : old.length >= problems.filter((one) => one.key === key).length
    // Not the text: TypeScript lists the members of a type in the order in which a program meets them.
    const at = sourceOf(start)
    const isAtPlace = known.some((one) => one.code === code && one.start === at)
    return !isKnown && !isAtPlace && !left.some((node) => node.getStart() <= at && at < node.end)
  })
}

interface Problem {
  readonly code: number
  readonly start: number
  readonly text: string
  /** The name that is missing, else the error's text: its place changes as the file does. */
  readonly key: string
}

function problemsOf(ts: TypeScript, program: ts.Program, file: ts.SourceFile): Problem[] {
  const isJavaScript = /\.[cm]?jsx?$/.test(file.fileName)
  const syntactic = program.getSyntacticDiagnostics(file)
  const semantic = program.getSemanticDiagnostics(file)
  const relevant = semantic.filter(({ code, messageText, start = 0 }) => {
    // TypeScript itself names a directive that nothing needs any more. A comment with more lines stays.
    if (code === 2578 && file.text.startsWith('//', start)) return false
    const text = ts.flattenDiagnosticMessageText(messageText, ' ')
    // The package may not be installed yet, and its matchers be unknown to the project's runner.
    if (/module 'mynah(?:\/[\w-]+)?'|^Property 'toHaveRequested(?:Times)?'/.test(text)) return false
    return (
      !isJavaScript ||
      (IN_JAVASCRIPT.has(code) && !/type '(?:\{\}|never|unknown|[Oo]bject|[^']+ \| undefined)'/.test(text))
    )
  })
  return [...syntactic, ...relevant].map(({ code, messageText, start = 0 }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ')
    const [, name] = NAME.has(code) ? (/'([^']+)'/.exec(text) ?? []) : []
    const shown = text.length > LONG ? `${text.slice(0, LONG)}…` : text
    return { code, key: name ?? text, text: `${shown} (TS${code})`, start }
  })
}
