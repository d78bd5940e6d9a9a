import { compileMatch, type Match } from '../match/match.ts'
import type { Pattern } from '../path/path.ts'
import { reasonOf } from '../refusal.ts'
import { checkMatch } from './check-match.ts'
import type { Mistake } from './correction.ts'

/** Compiles a `match`, or returns the reason why no request can satisfy it. */
export function parseMatch(pattern: Pattern | undefined, match: unknown): Match | undefined | Mistake {
  try {
    return checkMatch(pattern, match) ?? compileMatch(match)
  } catch (error) {
    return { problem: `the match cannot be read: ${reasonOf(error)}`, cause: error }
  }
}
