import ts from 'typescript'

/** Returns what is wrong with these files of a program. Other files, such as the sources that they import, are checked by `npm run types`. */
export function messagesIn(program: ts.Program, names: readonly string[]): string {
  const wrong = names.flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)))
  return ts.formatDiagnostics(wrong, {
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getNewLine: () => '\n',
    getCanonicalFileName: (name) => name,
  })
}
