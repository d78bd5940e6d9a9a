import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { findSourceMap } from 'node:module'
import { deepenStacks, withoutLibraryFrames } from '../core/frames.ts'
import { getOrAdd } from '../core/get-or-add.ts'
import type { RequestLine } from '../core/request.ts'
import { callSiteOf } from '../core/stub/call-site.ts'

/** The lines that have sent requests which nobody has asked about yet, by method and URL. */
export type Lines = Map<string, (string | undefined)[]>

/**
 * Remembers which lines of the application send requests by `node:http` and undici: a socket asks about such a request later, when
 * its caller is no longer in the stack. `currentLines` returns those of the test to which the code that runs now belongs.
 */
export function watchCallSites(currentLines: () => Lines | undefined): void {
  const remember = (request: RequestLine) => {
    const lines = currentLines()
    if (lines) getOrAdd(lines, keyOf(request), () => []).push(lineInStack())
  }
  // Node 20 does not publish it, so the line of a request by node:http is not known there.
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest }
    const { method, protocol, path } = request
    remember({ method, url: `${protocol}//${request.getHeader('host')}${path}` })
  })
  subscribe('undici:request:create', (message) => {
    const { method, origin, path } = (message as { request: { method: string; origin: unknown; path: string } }).request
    remember({ method, url: `${origin}${path}` })
  })
}

/** Returns the line of the application that sends a request, `src/users.ts:12`, or `undefined` if nothing tells. */
export function callSite(request: RequestLine, lines: Lines): string | undefined {
  return lineInStack() ?? lines.get(keyOf(request))?.shift()
}

/** Returns the line of the application that is running; `undefined` if only code of Node and of packages is. */
function lineInStack(): string | undefined {
  const restore = deepenStacks()
  const { stack } = new Error()
  restore()
  const place = callSiteOf({ stack: withSources(withoutLibraryFrames(String(stack))) })
  return place === undefined || /^node:|[\\/]?node_modules[\\/]/.test(place) ? undefined : place
}

/** Returns a stack with the lines of the sources, if Node has read their maps: Next turns on the maps, but not in stacks. */
function withSources(stack: string): string {
  return stack.replace(/([^\s()]+):(\d+):(\d+)(?=\)?$)/gm, (position, file: string, line: string, column: string) => {
    const source = findSourceMap(file)?.findOrigin(Number(line), Number(column))
    return source && 'fileName' in source ? `${source.fileName}:${source.lineNumber}:${source.columnNumber}` : position
  })
}

function keyOf({ method, url }: RequestLine): string {
  return `${method} ${URL.canParse(url) ? new URL(url).href : url}`
}
