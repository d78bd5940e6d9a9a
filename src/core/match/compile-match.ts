import { MATCH_PARTS } from '../request.ts'
import { isPlainObject } from '../type-guards.ts'
import { compile, countConditions } from './compile.ts'
import { isOfHead, type Match, type MatchCondition } from './match.ts'

/**
 * Compiles a `match`; returns `undefined` if it has no condition, since the stub is then a default stub. `names` are the parts that
 * it may ask for. Those that do not arrive as text are compared as they are.
 */
export function compileMatch(match: unknown, names: readonly string[] = MATCH_PARTS): Match | undefined {
  if (match === undefined) return undefined
  if (!isPlainObject(match)) {
    return { parts: [], whole: compile(match, {}), weight: 1, needsBody: true }
  }
  const parts = names.flatMap((part): MatchCondition[] => {
    const expected = match[part]
    if (expected === undefined || (part !== 'body' && isEmptyExpectation(expected))) return []
    if (isOfHead(part)) return [{ part, condition: compile(expected, { text: true, lowerCase: part === 'headers' }) }]
    const condition = compile(expected, {})
    return [{ part, condition, ...(part === 'body' && { onForm: compile(expected, { text: true, form: 'whole' }) }) }]
  })
  if (parts.length === 0) return undefined
  return {
    parts,
    whole: undefined,
    weight: parts.reduce((sum, { condition }) => sum + countConditions(condition), 0),
    needsBody: !parts.every(({ part }) => isOfHead(part)),
  }
}

function isEmptyExpectation(expected: unknown): boolean {
  return isPlainObject(expected) && Object.keys(expected).length === 0
}
