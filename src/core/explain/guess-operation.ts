import type { MatchableRequest } from '../match/match.ts'
import type { Operation } from '../request.ts'
import { quote } from '../show.ts'
import { isPlainObject } from '../type-guards.ts'

const NAMED = /\b(query|mutation|subscription)\s+([_A-Za-z]\w*)\s*[({@]/g

/** Not JSON, which begins with a brace too. */
const DOCUMENT = /^(?:\s|#.*\n)*(?:(query|mutation|subscription|fragment)\b|\{\s*[\w.#])/

/** Guesses the operation of a request that no protocol of the stubs reads, of GraphQL or WebSockets: most users have not declared one yet. */
export function guessOperation({ method, headers, body, queries }: MatchableRequest): Operation | undefined {
  if (headers.upgrade?.toLowerCase() === 'websocket') {
    const isGraphql = headers['sec-websocket-protocol']?.includes('graphql-transport-ws')
    return {
      title: 'WebSocket',
      guess: "It opens a WebSocket: import { websocket } from 'mynah/websocket'",
      code: (path) => (isGraphql ? `graphql(${path}, { websocket })` : `rest.get(${path}, websocket({}))`),
    }
  }
  const [sent] = [method === 'GET' ? queries : body].flat()
  if (!isPlainObject(sent)) return undefined
  const query = String(sent.query)
  const wanted = sent.operationName
  const [isDocument, type = 'query'] = DOCUMENT.exec(query) ?? []
  if (isDocument === undefined) {
    const isPersisted = typeof wanted === 'string' && 'extensions' in sent
    return isPersisted ? { ...graphqlOperation('query', wanted), title: wanted } : undefined
  }
  const all = [...query.matchAll(NAMED)]
  const [, ofType = type, name] = all.find(([, , one]) => one === wanted) ?? all[0] ?? []
  return graphqlOperation(ofType, name)
}

/** Returns a GraphQL operation for reports; `type` is `undefined` if only its name is known, and `name` if it has none. */
export function graphqlOperation(type: string | undefined, name: string | undefined, fields = '…'): Operation {
  const call = name === undefined ? 'operation(' : `${type ?? 'query'}(${quote(name)}, `
  return {
    title: `${type ?? 'operation'} ${name ?? `{ ${fields} }`}`,
    code: (path) => `graphql(${path}).${call}{ data: {} })`,
  }
}
