/** The classes of WebSockets that are compared here; test/consumers/websocket-clients has its own file with this name. */
export const CLIENTS: Readonly<Record<string, unknown>> = {
  "Node's": WebSocket,
  // Neither undici 8 nor jsdom can be loaded in Node 20.
  ...(process.version.startsWith('v20.') ? {} : await loadOthers()),
}

async function loadOthers(): Promise<Record<string, unknown>> {
  const undici = await import('undici')
  // @ts-expect-error It has no types.
  const { JSDOM } = await import('jsdom')
  return { "undici's": undici.WebSocket, "jsdom's": new JSDOM('', { url: 'http://page.test/' }).window.WebSocket }
}
