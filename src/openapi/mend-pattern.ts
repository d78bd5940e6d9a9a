/** An escape of a character that needs none, which a RegExp with the flag `u` refuses. */
const NEEDLESS = /\\([^^$\\.*+?()[\]{}|/\-dDwWsSbBnrtfvcxupPk0-9])/g

/**
 * Returns a pattern that the validator can read, or `undefined` for one that no RegExp of JavaScript can be made of,
 * such as one of another language: it is not checked. The validator sets the flag `u`.
 */
export function mendPattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return undefined
  const unescaped = pattern.replace(NEEDLESS, '$1')
  return [
    pattern,
    unescaped,
    // Outside of a class `u` refuses an escaped hyphen, and braces that count nothing.
    unescaped.replace(/\\-(?![^[]*\])/g, '-'),
    unescaped.replace(/\\-(?![^[]*\])/g, '-').replace(/(?<!\\)[{}](?!\d)/g, '\\$&'),
  ].find(isPattern)
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
