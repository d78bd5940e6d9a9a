import { isDeno } from './environment.ts'

/**
 * Returns the function by which mocks tell the reporter of `mynah/unused` what they have used; `undefined` if the run has no such
 * reporter. It is not imported: it belongs to the reporter, and a test may have replaced `node:fs` for what is imported here.
 */
export function findRecorder(): ((usage: unknown) => void) | undefined {
  // Deno would ask its user for the permission to read a variable.
  const told = isDeno() ? undefined : process.env.MYNAH_UNUSED
  if (!told) return undefined
  const { recorder, file } = JSON.parse(told)
  return process.getBuiltinModule('node:module').createRequire(recorder)(recorder).default.recordIn(file)
}
