import { attempt, whenReady } from '../runtime/event-loop.ts'

type Act = () => void | Promise<void>

/** Returns a function that runs acts in their order: what is sent waits for the bytes of an earlier Blob. `fail` takes what one of them throws. */
export function inOrder(fail: (error: unknown) => void): (act: Act) => void {
  let earlier: Promise<void> | undefined
  return (act) => {
    const acting = attempt(() => (earlier ? whenReady(earlier, act) : act()), fail)
    if (!acting) return
    earlier = acting
    void acting.then(() => {
      if (earlier === acting) earlier = undefined
    })
  }
}
