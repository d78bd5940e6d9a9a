import { describe } from 'vitest'
import { answering } from './answering.ts'
import { asking } from './asking.ts'
import { choosing } from './choosing.ts'
import type { Client } from './client.ts'
import { connecting } from './connecting.ts'
import { ending } from './ending.ts'
import { failing } from './failing.ts'
import { sending } from './sending.ts'

/** The whole contract for one client: what a stub promises, whichever client asks. */
export function contract(client: Client): void {
  describe(client.name, () => {
    for (const part of [choosing, sending, answering, ending, failing, connecting]) part(asking(client))
  })
}
