import { expect, test } from 'vitest'
import { isBackgroundRequest } from '../../src/playwright/background-request.ts'

const ORIGIN = 'http://localhost:3000'

interface Sent {
  readonly url: string
  readonly type?: string
  readonly headers?: Record<string, string>
}

function isOwn({ url, type = 'fetch', headers = {} }: Sent): boolean {
  return isBackgroundRequest({ url: () => new URL(url, ORIGIN).href, resourceType: () => type, headers: () => headers })
}

test.each<Sent>([
  ...['document', 'stylesheet', 'image', 'media', 'font', 'script', 'texttrack', 'manifest', 'other'].map((type) => ({
    url: '/users',
    type,
  })),
  { url: '/users?_rsc=1a2b' },
  { url: '/users', headers: { rsc: '1' } },
  { url: '/users', headers: { 'next-action': 'abc' } },
  { url: '/_next/data/build/users.json' },
  { url: '/__nextjs_original-stack-frames' },
  { url: '/', headers: { accept: 'text/x-vite-ping' } },
  { url: '/@vite/client' },
  { url: '/@fs/home/app/main.ts' },
  { url: '/node_modules/.vite/deps/chunk.js' },
  { url: '/__webpack_hmr', type: 'eventsource' },
  { url: '/main.1a2b.hot-update.json' },
  { url: '/users/__data.json?x-sveltekit-invalidated=01' },
  { url: '/_app/version.json' },
  { url: '/users/_payload.json' },
  { url: '/_nuxt/builds/meta/1.json' },
  { url: '/page-data/users/page-data.json' },
  { url: '/users.data?_routes=root' },
  { url: '/__manifest?p=/users' },
  { url: '/engine.wasm' },
])('the browser or a framework sends $type $url $headers', (sent) => {
  expect(isOwn(sent)).toBe(true)
})

test.each<Sent>([
  { url: '/users' },
  { url: '/users', type: 'xhr' },
  { url: '/events', type: 'eventsource' },
  { url: '/log', type: 'beacon' },
  { url: '/log', type: 'ping' },
  { url: '/api/data' },
  { url: '/api/data.json' },
  { url: '/api/_next' },
  { url: '/users', headers: { accept: 'application/json' } },
])('the application sends $type $url', (sent) => {
  expect(isOwn(sent)).toBe(false)
})
