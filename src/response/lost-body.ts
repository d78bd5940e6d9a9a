import { hasOwnBodies, isTag, TAGGED_TYPE } from '#foreign-body'
import { MynahError } from '../core/errors.ts'
import { bodyOf } from './native-body.ts'
import { firstChunk } from './stream-body.ts'

/**
 * Finds out whether a `Response` was made of a page's form or file by a class that does not know them: before the start of the mocks,
 * Vitest's jsdom has Node's. Resolves to the report. Returns `undefined` for a response that cannot be one.
 */
export function findLostBody(response: Response, once: boolean): Promise<MynahError | undefined> | undefined {
  if (!hasOwnBodies() || response.headers.get('content-type') !== TAGGED_TYPE) return undefined
  const body = bodyOf(response)
  if (body === null) return undefined
  return firstChunk(response, () => body, once).then((chunk) => {
    const text = new TextDecoder().decode(chunk)
    return isTag(text) ? new MynahError('ENVIRONMENT', lostBody(text)) : undefined
  })
}

function lostBody(text: string): string {
  const reason = "it was made before the start of the mocks, when Response cannot read this page's files and forms"
  return `A Response has the body ${text}: ${reason}\n\nWrite  rest.get(path, body)  or  rest.get(path, () => new Response(body))`
}
