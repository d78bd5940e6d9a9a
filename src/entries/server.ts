import type { Mocks } from '../mocks/mocks.ts'
import { exitInProduction } from '../server/exit-in-production.ts'
import type { ServedMocks } from '../server/serve-mocks.ts'
import { onDemand, watchRequests } from '../server/watch-requests.ts'

export type { ServedMocks }

exitInProduction()
watchRequests()

/**
 * Lets mocks answer what an application's server asks while it handles a request of this test. The server was started with
 * `NODE_OPTIONS=--import mynah/server`, and the test's requests carry the cookie. `title` names the test in messages.
 *
 * Listens on a free port of 127.0.0.1, and takes requests that show the cookie's id.
 * @throws {RouteDefinitionError} for other mocks than those of `setupMocks`, and without a title.
 * @example
 * const { cookie, close } = await serveMocks(mocks, { title: 'lists users' })
 * await fetch('http://localhost:3000', { headers: { cookie: `${cookie.name}=${cookie.value}` } })
 */
export async function serveMocks(mocks: Mocks, options: { readonly title: string }): Promise<ServedMocks> {
  return onDemand().serveMocks(mocks, options)
}
