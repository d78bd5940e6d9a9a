import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { checkDocument } from '../openapi-documents/check-document.ts'

/** A sample of the documents that `npm run test:openapi` checks, with ajv as the oracle. */
const FILES = ['3.0', '3.1'].flatMap((version) => {
  const folder = `node_modules/@readme/oas-examples/${version}/json`
  return readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [`${folder}/${name}`] : []))
})

test('there are documents', () => {
  expect(FILES.length).toBeGreaterThan(50)
})

test.each(FILES.map((file) => [file.split('/').slice(2).join('/'), file]))(
  '%s: as ajv says',
  (name, file) => {
    const document: object = JSON.parse(readFileSync(file, 'utf8'))
    const { differences, unread } = checkDocument(document)
    expect({ name: basename(name), differences, unread }).toEqual({ name: basename(name), differences: [], unread: 0 })
    // ajv generates code for each schema, which takes seconds if many tests run at once.
  },
  60_000,
)
