/** Each is loaded in a process of its own: one has a page's globals, another one may not meet them. */
export const clients = {
  fetch: async () => (await import('./fetch.js')).fetch,
  'fetch, captured before': async () => (await import('./fetch.js')).capturedFetch,
  http: async () => (await import('./http.js')).http,
  https: async () => (await import('./http.js')).https,
  undici: async () => (await import('./undici.js')).undici,
  'axios-http': async () => (await import('./axios-http.js')).axiosHttp,
  'axios-xhr in jsdom': async () => (await import('./axios-xhr.js')).axiosXhr,
  got: async () => (await import('./got.js')).got,
  'node-fetch': async () => (await import('./node-fetch.js')).nodeFetch,
  superagent: async () => (await import('./superagent.js')).superagent,
}
