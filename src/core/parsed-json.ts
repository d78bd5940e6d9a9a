/** Returns the value that a text contains as JSON; `undefined` if it contains none. */
export function parsedJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
