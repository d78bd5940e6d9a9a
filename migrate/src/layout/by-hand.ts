/** Thrown by a reader when it is not sure of a construct. The construct stays as it is, with the reason as a comment. */
export class ByHand extends Error {}

export function leaveByHand(reason: string): never {
  throw new ByHand(reason)
}
