import type { RequestLine } from '../core/request.ts'
import { isBrowser } from '../runtime/environment.ts'

/** What a page and its bundler load of themselves: files by their endings, and the dev servers' own paths. */
const ASSET =
  /\.(?:m?[jt]sx?|css|s[ac]ss|less|html?|json5?\.map|map|wasm|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|eot|mp[34]|webm|vue|svelte|mdx?)$/i
const BUNDLER = /^\/(?:@|node_modules\/|__|sb-|_next\/|\.storybook\/|webpack)|hot-update/

/** Whether a request is a page's own, in a browser: same-origin documents, scripts, styles, images, the bundler's. */
export function isPageAsset({ method, url }: RequestLine): boolean {
  if (!isBrowser()) return false
  const { origin, pathname } = new URL(url)
  return origin === location.origin && method === 'GET' && (ASSET.test(pathname) || BUNDLER.test(pathname))
}
