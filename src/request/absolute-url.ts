import { MynahError } from '../core/errors.ts'
import { quote } from '../core/show.ts'

/** The function that was called with a URL, and the function whose option `baseUrl` would make that URL absolute. */
export interface UrlTaker {
  readonly name: string
  readonly maker: string
}

const FETCH: UrlTaker = { name: 'fetch', maker: 'setupMocks' }

/**
 * Makes a URL absolute by the page's location, or else by the base URL.
 * @throws {MynahError} `RELATIVE_URL`, if there is neither.
 */
export function absoluteUrl(url: string, baseUrl: string | undefined, { name, maker } = FETCH): string {
  const base = pageUrl() ?? baseUrl
  if (base !== undefined || URL.canParse(url)) return new URL(url, base).href
  throw new MynahError(
    'RELATIVE_URL',
    `${name}(${quote(url)}) is a relative URL, and there is no page to resolve it against; ` +
      `set the baseUrl option of ${maker}, or pass an absolute URL`,
  )
}

function pageUrl(): string | undefined {
  const href =
    typeof document === 'object' ? document.baseURI : typeof location === 'object' ? location.href : undefined
  return href?.startsWith('http') ? href : undefined
}
