import { isData } from './document.ts'

/** Where paths stand: behind an origin, or at any (`''`), and behind each of the prefixes. */
export interface BasePath {
  readonly origin: string
  readonly prefixes: readonly string[]
}

/** The base of a path that stands by itself. */
export const NO_BASE: BasePath = { origin: '', prefixes: [''] }

/** Whether a base is a path alone, at any origin. */
export function isPrefix(baseUrl: unknown): boolean {
  return typeof baseUrl === 'string' && /^\/[^?#]*$/.test(baseUrl)
}

/** Returns the base that an absolute URL or a path names. */
export function parseBasePath(baseUrl: string): BasePath {
  const { origin, pathname } = new URL(baseUrl, 'http://any.test')
  return { origin: isPrefix(baseUrl) ? '' : origin, prefixes: [pathname.replace(/\/+$/, '')] }
}

/** Returns the paths of a list of servers, at any origin; `undefined` if there is no list, or an empty one. */
export function serversBase(servers: unknown): BasePath | undefined {
  if (!Array.isArray(servers) || servers.length === 0) return undefined
  return { origin: '', prefixes: [...new Set(servers.flatMap((server) => parseBasePath(urlOf(server)).prefixes))] }
}

/** Returns the URL of a server, with the defaults of its variables. */
function urlOf(server: unknown): string {
  const { url, variables } = isData(server) ? server : {}
  const filled = (typeof url === 'string' ? url : '').replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = isData(variables) ? variables[name] : undefined
    return isData(variable) ? String(variable.default) : 'x'
  })
  return URL.canParse(filled, 'http://x') ? filled : '/'
}
