/** A frame of the installed package, in V8's format. A bundle of the user's, which contains mynah, is not recognised. */
const OWN = /[\\/]node_modules[\\/]mynah[\\/]/

/** A frame of the engine or of Node: it stands between the frames of mynah, and is nobody's line. */
const NATIVE = /(?:[( ]node:|<anonymous>\)?$|\(native\)$)/

/** Returns a stack without mynah's own frames before the user's first one, so that the user's line follows the message. */
export function withoutOwnFrames(stack: string): string {
  const lines = stack.split('\n')
  // Without frames, the last line of the message is looked at, and stays.
  const first = lines.findIndex((line) => /^\s+at /.test(line))
  const kept = keptFrames(lines.slice(first))
  return kept.length === 0 ? stack : [...lines.slice(0, first), ...kept].join('\n')
}

function keptFrames(frames: readonly string[]): readonly string[] {
  const isOwn = (line: string) => OWN.test(line)
  const user = frames.findIndex((line) => !isOwn(line) && !NATIVE.test(line))
  // A request of node:http is decided on in a server's event: no frame of its stack is the user's.
  if (user < 0) return frames.filter((line) => !isOwn(line))
  return frames.slice(0, user).some(isOwn) ? frames.slice(user) : frames
}
