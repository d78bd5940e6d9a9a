import * as imported from 'vitest'

const globals = 'test' in globalThis

/** The runner's functions, whichever way this project has them. */
export const { afterAll, beforeEach, describe, expect, test, vi } = globals ? globalThis : imported

/** Starts mocks as the documentation says for that way. */
export const setUp = (mocks) => (globals ? globalThis.beforeAll(mocks) : imported.beforeEach(mocks))
