import { decode } from '../request.ts'

/**
 * Stands in a segment for a slash that was sent escaped. Half of a surrogate pair: no URL has one alone, so that it is
 * taken for nothing else.
 */
const SLASH = '\ud800'

/** Splits a pathname into decoded segments; a trailing slash does not count. */
export function segmentsOf(pathname: string): string[] {
  const segments = pathname.slice(1, pathname.endsWith('/') ? -1 : undefined).split('/')
  return pathname.includes('%') ? segments.map(toSegmentText) : segments
}

/** What was written between two slashes, as it is compared. */
export function toSegmentText(written: string): string {
  return decode(written).replaceAll('/', SLASH)
}

/** A segment, or a part of one, as a text. */
export function plain(segment: string): string {
  return segment.replaceAll(SLASH, '/')
}
