import { decode } from '../request.ts'

/** Stands in a segment for a slash that was sent escaped. It is a lone surrogate, which no URL contains. */
const SLASH = '\ud800'

/** Splits a pathname into decoded segments; a trailing slash does not count. */
export function segmentsOf(pathname: string): string[] {
  const segments = pathname.slice(1, pathname.endsWith('/') ? -1 : undefined).split('/')
  return pathname.includes('%') ? segments.map(toSegmentText) : segments
}

/** Decodes the text between two slashes for comparison. */
export function toSegmentText(written: string): string {
  return decode(written).replaceAll('/', SLASH)
}

/** Returns a segment, or a part of one, as plain text. */
export function plain(segment: string): string {
  return segment.replaceAll(SLASH, '/')
}

/** Escapes the characters that have a meaning in the syntax of paths, but may occur in a URL. */
export function escapePath(pathname: string): string {
  return pathname.replace(/[{}()[\]+?!:*\\]/g, '\\$&')
}
