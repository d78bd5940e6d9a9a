import type ts from 'typescript'
import type { Source } from '../read/source.ts'

/** What fetch-mock's types are called here. */
const TYPES: Readonly<Record<string, string>> = {
  FetchMock: 'Mocks',
  FetchMockSandbox: 'Mocks',
  CallLog: 'Call',
  MockCall: 'Call',
}

/** The type of a matcher goes with the matcher. */
export function convertType(source: Source, type: ts.TypeReferenceNode): void {
  const text = type.getText(source.file)
  const name = TYPES[text]
  if (name !== undefined) source.attempt(type, () => source.replace(type, source.name(name)))
  else if (!/^RouteMatcher(?:Function)?$/.test(text))
    source.leave(type, `${text} of fetch-mock has no counterpart: remove it`)
}
