/** Returns an absolute URL that was written without its protocol, or with a part of it. */
export function asAbsolute(path: string): string | undefined {
  const protocol = /^(https?)(?::\/?|\/\/)(?=\w)/i
  if (protocol.test(path)) return path.replace(protocol, '$1://')
  const isHost = /^(?:(?:localhost|[\w-]+(?:\.[\w-]+)+)\/|[\w.-]+:\d+(?:\/|$))/.test(path)
  return isHost ? `${/^[a-z]+:|^\d/.test(path) ? 'http' : 'https'}://${path}` : undefined
}
