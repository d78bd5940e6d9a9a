import type * as http2 from 'node:http2'
import { createRequire } from 'node:module'
import { realProcess } from '#platform'
import { hasLoaded } from '../../runtime/hosts/node.ts'

/** Loads `node:http2`. It is not imported: whether anybody has loaded it before tells whether there may be sessions. */
export function nodeHttp2(): typeof http2 {
  // Node has the first from 20.16 on.
  return process.getBuiltinModule?.('node:http2') ?? createRequire(process.execPath)('node:http2')
}

/** Whether the process has loaded `node:http2`, as Node does for its own `Response`, and as far as it can be known. */
export function isHttp2Loaded(): boolean {
  return hasLoaded('http2', realProcess() as object) ?? true
}
