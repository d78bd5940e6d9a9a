/**
 * Where all copies of mynah keep what there is only once. The global object has the function that starts mocks and the scope of `bypass`, the
 * process what is due at its end, and what is patched for all realms the undo. A new form of one of these needs a new version in the key.
 */
const SHARED = Symbol.for('mynah.shared.2')

/** Returns what copies of mynah share by an object. `Slots` are the members that the caller reads and writes. */
export function sharedIn<Slots extends object>(holder: object): Partial<Slots> {
  const owner = holder as { [SHARED]?: Partial<Slots> }
  owner[SHARED] ??= {}
  return owner[SHARED]
}
