const warned = new WeakSet<object>()

/** Warns on the console, once for each `subject`. */
export function warnOnce(subject: object, message: string): void {
  if (warned.has(subject)) return
  warned.add(subject)
  console.warn(message)
}
