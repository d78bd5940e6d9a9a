/** Clones a request. In Node 20 and 22 the clone lacks the `dispatcher`, an option of Node's fetch that undici keeps under a symbol. */
export function cloneRequest(request: Request): Request {
  const clone = request.clone()
  const key = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'dispatcher')
  if (key && Reflect.get(clone, key) === undefined) Reflect.set(clone, key, Reflect.get(request, key))
  return clone
}
