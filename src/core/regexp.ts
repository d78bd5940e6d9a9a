/** Returns a copy without the flags `g` and `y`, with which the result of `test` would depend on earlier calls through `lastIndex`. */
export function stateless({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.replace(/[gy]/g, ''))
}

/** Escapes a text for a RegExp that matches it. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
