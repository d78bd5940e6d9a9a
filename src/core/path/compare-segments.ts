import { type PathForm, type Segment, withSlashes } from './segments.ts'

/** Whether a segment of a path fits a received one. */
export function fits(wanted: Segment, segment: string): boolean {
  switch (wanted.kind) {
    case 'literal':
      return wanted.text === segment
    case 'mixed':
      return wanted.regexp.test(segment)
    case 'param':
      return segment !== ''
    case 'rest':
      return true
  }
}

/** Returns a segment of a path as it was written. */
export function written(segment: Segment): string {
  return segment.kind === 'param' ? `:${segment.name}` : withSlashes(segment.text)
}

/** Longer prefixes are not looked for. */
const LONGEST_PREFIX = 8

/**
 * Returns how a path and received segments differ, if a prefix is all: `/users/7` lacks the prefix of `/api/v1/users/:id`. The
 * prefix is one of the path, which was expected, or of the request.
 */
export function prefixDifference(
  { segments }: PathForm,
  received: readonly string[],
): { readonly expected?: string; readonly received?: string } | undefined {
  for (let length = 1; length <= LONGEST_PREFIX; length++) {
    if (isSamePath(segments.slice(length), received)) {
      return { expected: `/${segments.slice(0, length).map(written).join('/')}` }
    }
    if (isSamePath(segments, received.slice(length))) {
      return { received: `/${received.slice(0, length).map(withSlashes).join('/')}` }
    }
  }
  return undefined
}

/** Whether all segments fit. One of them has to be a literal: params alone would fit any path. */
function isSamePath(wanted: readonly Segment[], received: readonly string[]): boolean {
  const { length } = wanted
  const hasRest = wanted.some((segment) => segment.kind === 'rest')
  return (
    (hasRest ? received.length >= length : received.length === length) &&
    wanted.some((segment) => segment.kind === 'literal' && segment.text !== '') &&
    wanted.every((segment, index) => fits(segment, received[index] as string))
  )
}
