import { mimes } from 'mrmime'
import { expect, test } from 'vitest'
import { compact, expand } from '../../../build/compact-types.ts'

test('the media types of a build are those of the package', () => {
  expect(expand(compact(mimes))).toEqual(mimes)
})
