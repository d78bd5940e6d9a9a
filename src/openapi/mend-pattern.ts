/** An escape of a character that needs none, which a RegExp with the flag `u` refuses. */
const NEEDLESS = /\\([^^$\\.*+?()[\]{}|/\-dDwWsSbBnrtfvcxupPk0-9])/g

/** A group of one repeated character or class, itself repeated: `([a-z]*)*`. */
const DOUBLY_REPEATED = /\((?:\?:)?(\[(?:\\.|[^\]\\])*\]|\\[dDwWsS.]|[\w.])([*+])\)([*+])/g

/**
 * Repeats once what a pattern repeats twice, which takes the same texts: an engine that tries all ways to divide a text among
 * both repetitions does not come to an end.
 */
export function repeatOnce(pattern: string): string {
  return pattern.replace(DOUBLY_REPEATED, (_, repeated: string, inner: string, outer: string) =>
    inner + outer === '++' ? `${repeated}+` : `${repeated}*`,
  )
}

/**
 * Returns a pattern that the validator can read, or `undefined` for one that no RegExp of JavaScript can be made of,
 * such as one of another language: it is not checked. The validator sets the flag `u`.
 */
export function mendPattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return undefined
  const once = repeatOnce(pattern)
  const unescaped = once.replace(NEEDLESS, '$1')
  return [
    once,
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
