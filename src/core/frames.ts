/** The stack of a line. Engines build its text when it is first read, so it is kept unread until a report or an error needs it. */
export interface Trace {
  readonly stack?: string
}

/** A frame of the engine, of Node or of a package: it stands between the frames of mynah, and is nobody's line. */
const FOREIGN = /(?:[( ]node:|<anonymous>\)?$|\(native\)$|[\\/]node_modules[\\/])/

/** The folder of mynah's sources, in which its own tests run, if the stack of a line in this file is of that folder. */
const SOURCES = /\((?:file:\/\/)?(.*[\\/]src[\\/])core[\\/]frames\.ts:/

let sources: string | undefined

/** The lines that a printed stack begins with. */
export interface Start {
  /** The line of the user that an error is about, if it is made far from it. */
  readonly trace?: Trace | undefined
  /** The line that is shown if no frame of the stack is the user's. */
  readonly otherwise?: Trace | undefined
}

const DEEP_ENOUGH = 30

/** Makes an error. Its stack begins with the user's line, and no frame is mynah's. */
export function atUser<Made extends Error>(make: () => Made, start?: Start): Made {
  const restore = deepenStacks()
  const error = make()
  restore()
  return startAtUser(error, start, error.name)
}

/** Makes the error of user code that misuses mynah, such as a `TypeError` of an async matcher. */
export function typeError(message: string): TypeError {
  return atUser(() => new TypeError(message))
}

/** Keeps more frames than the ten of V8: those of mynah would fill them, and the user's would be lost. Returns the undo. */
export function deepenStacks(): () => void {
  const { stackTraceLimit } = Error
  // `Reflect.set` does not throw if `Error` is frozen.
  Reflect.set(Error, 'stackTraceLimit', Math.max(stackTraceLimit, DEEP_ENOUGH))
  return () => Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
}

/**
 * Sets an error's stack to one that begins with the user's line, without frames of mynah. `name` is the one that the stack has to
 * begin with: read in the constructor of a base class, it begins with that class's.
 */
export function startAtUser<Thrown>(error: Thrown, start?: Start, name?: string): Thrown {
  // Not `instanceof Error`: in Jest, errors of Node are of another realm.
  const stack: unknown = (error as Error | undefined | null)?.stack
  if (typeof stack !== 'string') return error
  const value = withoutLibraryFrames(name === undefined ? stack : stack.replace(/^\w+/, name), start)
  // `Reflect.defineProperty` does not throw if the error is frozen.
  Reflect.defineProperty(error as object, 'stack', { value, configurable: true, writable: true })
  return error
}

/** Where the frames of a stack begin; its end, if there are none. */
const FRAME = /\n\s+at |$/

/**
 * Adds a paragraph to the message of an error, and to its stack, which runners print. `error` may be a runner's copy of an error. Does
 * nothing if the message has the paragraph.
 */
export function addToMessage(error: unknown, paragraph: string): void {
  const { message, stack } = (error ?? {}) as { readonly message?: unknown; readonly stack?: unknown }
  if (typeof message !== 'string' || message.includes(paragraph)) return
  // `Reflect.defineProperty` does not throw if the error is frozen, and the message of a `DOMException` is its prototype's.
  const define = (name: string, value: string) =>
    Reflect.defineProperty(error as object, name, { value, configurable: true, writable: true })
  if (!define('message', `${message}\n\n${paragraph}`) || typeof stack !== 'string') return
  // The first line may have an older message, and a message may have lines like frames.
  const start = stack.lastIndexOf(message, stack.search(FRAME))
  const end = start < 0 ? 0 : start + message.length
  const place = end + stack.slice(end).search(FRAME)
  define('stack', `${stack.slice(0, place)}\n\n${paragraph}${stack.slice(place)}`)
}

/** Returns a stack without mynah's frames. It begins with the frames of the trace, and continues with the user's first one. */
export function withoutLibraryFrames(stack: string, { trace, otherwise }: Start = {}): string {
  const lines = stack.split('\n')
  const firstFrame = lines.findIndex(isFrame)
  // Without frames, all lines are the message's.
  const first = firstFrame < 0 ? lines.length : firstFrame
  sources ??= SOURCES.exec(String(new Error().stack))?.[1]
  const frames = lines.slice(first).filter((line) => !isLibraryFrame(line))
  const user = frames.findIndex((line) => !FOREIGN.test(line))
  const found = [...framesOf(trace), ...(user < 0 ? [] : frames.slice(user))]
  const shown = found.length > 0 ? found : framesOf(otherwise)
  return [...lines.slice(0, first), ...(shown.length > 0 ? shown : frames)].join('\n')
}

function framesOf(trace: Trace | undefined): string[] {
  return String(trace?.stack).split('\n').filter(isFrame)
}

function isFrame(line: string): boolean {
  return /^\s+at /.test(line)
}

function isLibraryFrame(line: string): boolean {
  return /[\\/]node_modules[\\/]mynah[\\/]/.test(line) || (sources !== undefined && line.includes(sources))
}
