import type ts from 'typescript'
import type { Source } from '../read/source.ts'

/** What a variable holds now whose chains were read. */
export type Held = 'dropped' | 'stub' | 'base' | 'left'

/** `let scope: nock.Scope` goes with its variable, or has the type of what the variable holds now. */
export function convertType(source: Source, name: ts.EntityName, done: ReadonlyMap<ts.Symbol, Held>): void {
  const declaration = name.parent.parent
  if (source.answering.some(({ maker }) => maker === declaration)) {
    source.converted += 1
    return
  }
  const symbol = source.ts.isVariableDeclaration(declaration)
    ? source.checker.getSymbolAtLocation(declaration.name)
    : undefined
  const outcome = symbol && done.get(symbol)
  if (outcome === 'stub') source.replace(name, source.name('Stub'))
  else if (outcome === 'base') source.replace(name, source.name('RestMethods'))
  else if (outcome !== 'dropped') {
    if (outcome !== 'left')
      source.leave(name, 'write the type of what this variable holds now: Stub or RestMethods of mynah')
    return
  }
  source.converted += 1
}
