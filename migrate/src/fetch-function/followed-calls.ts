import type ts from 'typescript'
import { type ClearedCalls, countFromHere } from '../declare/cleared-calls.ts'
import { checkUrlOf } from '../mock-function/calls.ts'
import { functionAround } from '../read/nodes.ts'
import { callsIn, isExporting, ownNameOf } from '../read/passed.ts'
import type { Followed } from '../read/rulings.ts'
import type { Source } from '../read/source.ts'
import { readCall, readCalls } from '../request/call-fields.ts'
import { lowerCaseNames } from '../request/header-names.ts'
import { upperCaseMethod } from '../request/request-fields.ts'

/** A call of another file's function that reads the calls of the mock; `undefined` for another use of it. */
export interface FollowedCall extends Followed {
  readonly call: ts.Expression | undefined
}

const READ = { calls: readCalls, call: readCall, url: checkUrlOf, method: upperCaseMethod, headers: lowerCaseNames }

export function followedCalls(source: Source): FollowedCall[] {
  const { file } = source
  return source.rulings.followed.flatMap((one) => {
    if (one.maker.getSourceFile() === file || !file.text.includes(one.name)) return []
    return callsIn(source, file, one.name, one.maker, false).map((call) => ({ ...one, call }))
  })
}

/** Has other files know the functions of this one that read calls. */
export function followReaders(source: Source, reads: readonly ts.Node[]): void {
  if (!isExporting(source.file)) return
  for (const read of reads) {
    const maker = functionAround(source, read)
    const name = maker && ownNameOf(source.ts, maker)
    if (maker && name !== undefined) source.followed?.push({ name, maker })
  }
}

/** Reads what the function returns. It reads the calls from the first one on. */
export function convertFollowed(source: Source, { name, call, returns }: FollowedCall, cleared: ClearedCalls): void {
  const mocks = source.localName('mocks')
  if (!call) source.leave(source.file, `call ${name}() itself: it reads the calls of mynah`)
  else if (cleared.clearBefore(call, mocks)) source.leave(call, countFromHere(mocks))
  // It is no construct of its own, unless it is left.
  else if (returns && source.attempt(call, () => READ[returns](source, call))) source.converted--
}
