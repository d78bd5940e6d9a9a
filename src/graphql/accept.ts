const JSON_TYPE = 'application/json'
const RESPONSE_TYPE = 'application/graphql-response+json'

/** The types that a header `accept` names, those that are preferred first. */
function typesOf(accept = '*/*'): string[] {
  const all = accept.split(',').map((one) => {
    const [type = '', ...params] = one
      .toLowerCase()
      .split(';')
      .map((part) => part.trim())
    const quality = params.find((param) => param.startsWith('q='))
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  return all
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ type }) => type)
}

/** Returns the content type of a result: that of GraphQL over HTTP if the client prefers it. */
export function resultType(accept: string | undefined): string {
  const first = typesOf(accept).find((type) => [RESPONSE_TYPE, JSON_TYPE, 'application/*', '*/*'].includes(type))
  return first === RESPONSE_TYPE ? `${RESPONSE_TYPE}; charset=utf-8` : JSON_TYPE
}

/** Whether a client takes server-sent events alone: a result is then one event. */
export function takesEventsAlone(accept: string | undefined): boolean {
  const types = typesOf(accept)
  return types.length === 1 && types[0] === 'text/event-stream'
}

/** How the results of a subscription are sent; `undefined` if the client takes neither. */
export function streamTypeOf(accept: string | undefined): 'events' | 'parts' | undefined {
  const types = typesOf(accept)
  if (types.includes('text/event-stream')) return 'events'
  if (types.includes('multipart/mixed')) return 'parts'
  return types.includes('*/*') ? 'events' : undefined
}
