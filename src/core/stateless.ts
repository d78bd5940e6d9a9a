/** Returns a copy without the flags `g` and `y`, with which the result of `test` would depend on earlier calls through `lastIndex`. */
export function stateless({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.replace(/[gy]/g, ''))
}
