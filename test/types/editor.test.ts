import ts from 'typescript'
import { expect, test } from 'vitest'
import { languageService } from './language-service.ts'

/* What an editor shows while a stub is written. */

const SOURCE = `import { rest } from '../../src/entries/index.ts'
const stub = rest./*call*/get('/users', [])
rest.put<{ /*shape*/ }>('/users', null)
stub./*stub*/method
`
const { service, file, placeOf, completionsAt } = languageService('written-in-an-editor.ts', SOURCE)

test('hovering rest.get shows its documentation', () => {
  const { documentation, tags } = service.getQuickInfoAtPosition(file, placeOf('call')) ?? {}
  expect(ts.displayPartsToString(documentation)).toMatch(
    /^Declares a stub of this method\.\n\n- `path`: .*\n- `response`: /,
  )
  expect(tags?.map(({ name }) => name)).toEqual(['throws', 'example'])
})

test('a shape is completed with its keys', () => {
  expect(completionsAt(placeOf('shape')).slice(0, 6).sort()).toEqual([
    'body',
    'cookies',
    'headers',
    'params',
    'queries',
    'response',
  ])
})

test('a stub is completed with the members that users may use, and those that the declarations leave out', () => {
  const isInternal = (member: string) =>
    service
      .getCompletionEntryDetails(file, placeOf('stub'), member, undefined, undefined, undefined, undefined)
      ?.tags?.some(({ name }) => name === 'internal') ?? false
  expect(completionsAt(placeOf('stub')).filter((member) => !isInternal(member))).toEqual([
    'at',
    'delay',
    'headers',
    'method',
    'path',
    'status',
    'times',
    'toString',
  ])
})
