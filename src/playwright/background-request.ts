import type { Request } from '@playwright/test'

/** The resource types by which an application's code sends requests. The browser loads all others by itself. */
const SENT_BY_CODE = ['fetch', 'xhr', 'eventsource', 'beacon', 'ping']

/** The paths that development servers and frameworks ask by fetch or EventSource. */
const PATHS = [
  // Vite, webpack, Next's development server
  /^\/(?:@vite|@id|@fs|@react-refresh|node_modules|__vite|__webpack|__nextjs)/,
  /\.hot-update\.\w+$/,
  // Next, Nuxt, SvelteKit, Gatsby
  /^\/(?:_next|_nuxt|_app|page-data)\//,
  /\/(?:__data\.json|_payload\.json)$/,
  // React Router
  /^\/__manifest$|\.data$/,
  // Modules that a page compiles
  /\.wasm$/,
]

/** The headers that frameworks send to their own server: Next's components and actions, Vite's ping. */
const HEADERS: Readonly<Record<string, RegExp>> = { rsc: /./, 'next-action': /./, accept: /^text\/x-vite-ping/ }

/** Whether the browser, the bundler or the framework sends a request: no code of the application asks for an API. */
export function isBackgroundRequest(request: Pick<Request, 'headers' | 'resourceType' | 'url'>): boolean {
  if (!SENT_BY_CODE.includes(request.resourceType())) return true
  const { pathname, searchParams } = new URL(request.url())
  if (searchParams.has('_rsc') || PATHS.some((path) => path.test(pathname))) return true
  const headers = request.headers()
  return Object.entries(HEADERS).some(([name, value]) => value.test(headers[name] ?? ''))
}
