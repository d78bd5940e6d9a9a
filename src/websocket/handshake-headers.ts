/** Returns the headers of the handshake that a page's WebSocket sends: neither the page nor Playwright shows them. */
export function handshakeHeaders(protocols: readonly string[]): [string, string][] {
  const headers: [string, string][] = [
    ['connection', 'Upgrade'],
    ['upgrade', 'websocket'],
    ['sec-websocket-version', '13'],
  ]
  if (protocols.length > 0) headers.push(['sec-websocket-protocol', protocols.join(', ')])
  return headers
}
