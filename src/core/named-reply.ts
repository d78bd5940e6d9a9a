import { isObject } from './type-guards.ts'

/** Marks the results of `text('Hello')` and the like. */
export const REPLY = Symbol.for('mynah.reply')

/** Whether a value is a named reply, including one from another copy of mynah. */
export function isNamedReply(value: unknown): value is { readonly name: string; readonly args: readonly unknown[] } {
  return isObject(value) && REPLY in value
}
