import { createRequire } from 'node:module'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'

const { declare } = createRequire(import.meta.url)('./cases.cjs')
declare(beforeAll, afterEach, describe, test, (a, b) => expect(a).toEqual(b))
