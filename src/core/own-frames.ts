/** A frame of the installed package, in V8's format. A bundle of the user's, which contains mynah, is not recognised. */
const OWN = /[\\/]node_modules[\\/]mynah[\\/]/

/** Returns a stack without mynah's own frames at its top, so that the user's line follows the message. */
export function withoutOwnFrames(stack: string): string {
  const lines = stack.split('\n')
  const first = lines.findIndex((line) => /^\s+at /.test(line))
  if (first < 0) return stack
  const user = lines.findIndex((line, index) => index >= first && !OWN.test(line))
  return user < 0 ? stack : [...lines.slice(0, first), ...lines.slice(user)].join('\n')
}
