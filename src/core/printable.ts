/**
 * Characters that a terminal obeys instead of showing them, or that change the direction or the line of what follows:
 * control characters (C0, DEL, C1), line and paragraph separators, bidi controls, and the byte order mark.
 */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** Returns a text with its unprintable characters escaped as in JavaScript. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escapeCharacter)
}

/** Returns a text of several lines with its unprintable characters escaped, except line breaks and tabs. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) => ('\n\t'.includes(character) ? character : escapeCharacter(character)))
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
