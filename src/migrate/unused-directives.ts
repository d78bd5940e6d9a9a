import type ts from 'typescript'
import type { Converted } from './convert-file.ts'
import { linesOf } from './layout/lines.ts'
import type { ProjectFiles } from './project-files.ts'
import type { Project } from './read/typescript.ts'

const DIRECTIVE = '@ts-expect-error'
const UNUSED = 2578

/** Drops the `@ts-expect-error` above code that has no error of types any more, which would be an error itself. */
export function withoutUnusedDirectives(
  project: Project,
  files: ProjectFiles,
  results: readonly Converted[],
): readonly Converted[] {
  const isAsked = ({ result }: Converted) => result.converted > 0 && result.text.includes(DIRECTIVE)
  if (!results.some(isAsked)) return results
  const after = project.program(new Map(results.map(({ file, result }) => [files.pathOf(file), result.text])))
  return results.map((one) => {
    if (!isAsked(one) || unusedIn(files.program, files.pathOf(one.file)).length > 0) return one
    let { text } = one.result
    for (const { start = 0, length = 0 } of unusedIn(after, files.pathOf(one.file)).reverse()) {
      const lines = linesOf(text, { start, end: start + length })
      text = text.slice(0, lines.start) + text.slice(lines.end)
    }
    return { ...one, result: { ...one.result, text } }
  })
}

function unusedIn(program: ts.Program, path: string): ts.Diagnostic[] {
  const file = program.getSourceFile(path)
  return file ? program.getSemanticDiagnostics(file).filter(({ code }) => code === UNUSED) : []
}
