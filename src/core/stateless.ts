/** A copy without `g` and `y`: with them what `test` says would depend on the calls before, through `lastIndex`. */
export function stateless({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.replace(/[gy]/g, ''))
}
