import { type Mock, USERS } from '../scenario.ts'

/** The floor: a function in the place of fetch, as a test would write it by hand. */
export const mock: Mock = (scenario) => {
  const original = globalThis.fetch
  globalThis.fetch = async (input) =>
    Response.json(scenario.kind === 'resolver' ? { id: String(input).split('/').at(-1) } : USERS)
  return () => {
    globalThis.fetch = original
  }
}
