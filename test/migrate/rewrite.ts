import ts from 'typescript'
import { type ConvertedFile, convertFile, type Library } from '../../src/migrate/convert-file.ts'

const LIB = 'lib.esnext.d.ts'

/** Rewrites the text of a file, in a program of that file and TypeScript's own library. */
export function rewrite(text: string, name = '/project/users.test.ts', from?: Library): ConvertedFile | undefined {
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ESNext, allowJs: true, strict: true, lib: [LIB] }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (file, ...rest) =>
    file === name
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true)
      : getSourceFile.call(host, file, ...rest)
  const program = ts.createProgram([name], options, host)
  const file = program.getSourceFile(name)
  if (!file) throw new Error(`${name} is not in the program`)
  return convertFile(ts, file, program.getTypeChecker(), new Set(['vitest']), from)
}
