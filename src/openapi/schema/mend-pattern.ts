/** An escape of a character that needs none. A RegExp with the flag `u` refuses it. */
const NEEDLESS = /\\([^^$\\.*+?()[\]{}|/\-dDwWsSbBnrtfvcxupPk0-9])/g

/** A group of one repeated character or class, itself repeated: `([a-z]*)*`. */
const DOUBLY_REPEATED = /\((?:\?:)?(\[(?:\\.|[^\]\\])*\]|\\[dDwWsS.]|[\w.])([*+])\)([*+])/g

/**
 * Removes the inner or the outer one of two nested repetitions; the pattern matches the same texts. An engine that tries all
 * ways to divide a text between both repetitions would not end.
 */
export function repeatOnce(pattern: string): string {
  return pattern.replace(DOUBLY_REPEATED, (_, repeated: string, inner: string, outer: string) =>
    inner + outer === '++' ? `${repeated}+` : `${repeated}*`,
  )
}

/**
 * Returns a pattern that the validator can read. It returns `undefined` if the pattern is not valid in JavaScript, such as
 * one of another language; such a pattern is not checked. The validator sets the flag `u`.
 */
export function mendPattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return undefined
  const once = repeatOnce(pattern)
  const unescaped = once.replace(NEEDLESS, '$1')
  return [
    once,
    unescaped,
    // Outside of a class, `u` refuses an escaped hyphen, and braces without a count.
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
