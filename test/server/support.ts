import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type Mocks, type MocksOptions, type Stub, setupMocks } from '../../src/entries/index.ts'
import { type ServedMocks, serveMocks } from '../../src/server/serve-mocks.ts'
import { certificate } from '../clients/certificate.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const PRELOAD = new URL('../../src/entries/server.ts', import.meta.url).href
const APP = fileURLToPath(new URL('app.mjs', import.meta.url))

export interface Asked {
  readonly to: string
  readonly client?: string
  readonly body?: string
  /** Whether the application forwards the cookies of its visitor. */
  readonly forwards?: string
  /** Other cookies of the visitor. */
  readonly cookies?: string
  /** What the request begins in. */
  readonly begin?: string
  /** The body of the request to the application. */
  readonly upload?: string
}

export interface App {
  readonly process: ChildProcess
  readonly port: number
  readonly pipe: number
  /** Speaks HTTP/2, and HTTP/1.1 too. */
  readonly secure: number
  /** Forwards each request to the application by a Unix socket. */
  readonly front: number
  /** Asks the application, as the page of a test does if there is a cookie; returns what its client has observed. */
  ask(asked: Asked, served?: Pick<ServedMocks, 'cookie'>): Promise<unknown>
}

/** Starts the application in a process of its own, which ends with the test, or `end` ends it. */
export async function startApp({ preload = true, host = '127.0.0.1', end = onTestFinished } = {}): Promise<App> {
  const socket = join(tmpdir(), `mynah-${randomUUID()}.sock`)
  const app = spawn(process.execPath, [...(preload ? ['--import', PRELOAD] : []), APP], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: host,
      SOCKET: socket,
      CERTIFICATE: JSON.stringify(certificate),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  end(() => {
    app.kill('SIGKILL')
    rmSync(socket, { force: true })
  })
  const [line] = await once(app.stdout, 'data')
  const [port, pipe, secure, front] = JSON.parse(String(line))
  return {
    process: app,
    port,
    pipe,
    secure,
    front,
    async ask({ upload, cookies, ...asked }, served) {
      const response = await fetch(`http://${host}:${port}${pathOf(asked)}`, {
        headers: served ? cookieOf(served, cookies) : {},
      })
      return response.json()
    },
  }
}

/** Returns the path by which the application is asked. */
export function pathOf(asked: Asked): string {
  return `/?${new URLSearchParams({ ...asked })}`
}

/** Returns the header by which a request belongs to a test. */
export function cookieOf({ cookie }: Pick<ServedMocks, 'cookie'>, others?: string): Record<string, string> {
  return { cookie: `${cookie.name}=${cookie.value}${others === undefined ? '' : `; ${others}`}` }
}

/** Makes mocks that answer an application's server until the test is finished. Failures are forgiven. */
export async function serve(
  routes: readonly Stub[],
  { title = 'lists users', ...options }: MocksOptions & { readonly title?: string } = {},
): Promise<ServedMocks & { readonly mocks: Mocks }> {
  const mocks = setupMocks(routes, { patch: false, ...options })
  const served = await serveMocks(mocks, { title })
  onTestFinished(async () => {
    await served.close()
    mocks.reset({ failures: true })
    mocks.stop()
  })
  return { ...served, mocks }
}
