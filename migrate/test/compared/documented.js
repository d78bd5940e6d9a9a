/** A test of the whole URL, or of its query. */
const OF_URL = /quer|param|\?\w|page|regexp|[(:,[ ]\/[^/\s]|=> ?\S*(?:url|uri|path)|\) => new URL/i
/** An answer that is one `Response`, whose body is read once. */
const ONE_RESPONSE = /(?:Response|ResolvedValue|ReturnValue)\((?:Promise\.resolve\()?(?:new )?Response/
/** An origin, which is then the only one. */
const OF_ORIGIN = /https:\/\/(?:api\.test|\*\.api\.test)(?:\/a\b|\/v1|\/\*|'|$)|pool\.|agent\./

/** migrating.md says of all stubs that they answer HEAD too, any query, any origin, and the path with a slash. */
export function isWider(form, { method, url }) {
  if (method === 'HEAD' || ONE_RESPONSE.test(form)) return true
  const { origin, pathname, search } = new URL(url)
  if (search) return !OF_URL.test(form)
  if (pathname.endsWith('/')) return true
  return origin !== 'https://api.test' && !OF_ORIGIN.test(form)
}
