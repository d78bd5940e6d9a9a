import { printStub } from '../layout/print-stub.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Source } from '../read/source.ts'

/** Prints the mocks that stand for an instance of fetch-mock: they have a fetch, and patch nothing. */
export function instanceCode(source: Source, routes: readonly Interceptor[], indent: string): string {
  const inner = indent + source.style.indent
  const level = inner + source.style.indent
  const setup = source.name('setupMocks')
  if (routes.length === 0) return `${setup}([], { patch: false })`
  const items = routes.map(
    ({ stub }) => `${level}${printStub(stub, source.name('rest'), source, source.style, level)},\n`,
  )
  return `${setup}(\n${inner}[\n${items.join('')}${inner}],\n${inner}{ patch: false },\n${indent})`
}
