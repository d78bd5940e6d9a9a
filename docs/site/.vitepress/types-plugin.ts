import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ROOT } from './pages.ts'

const ID = 'virtual:declarations'
const LIBRARY = dirname(createRequire(import.meta.url).resolve('typescript'))
const LIBRARY_FILES = /^lib\.(es\d+|es20\d\d.*|esnext.*|decorators.*|dom|dom\.(async)?iterable)\.d\.ts$/

/** What the playground has beside mynah: `createRunner` of playground/test-runner.ts. */
const RUNNER = `
declare module 'vitest' {
  type Run = () => unknown
  /** Of any name, since the page's expect takes them from chai. */
  interface AnyMatchers {
    readonly not: AnyMatchers
    readonly resolves: AnyMatchers
    readonly rejects: AnyMatchers
    [matcher: string]: any
  }
  export function test(name: string, run: Run): void
  export { test as it }
  export function describe(name: string, run: Run): void
  export const expect: ((value: unknown, message?: string) => AnyMatchers) & { [matcher: string]: any }
  export function beforeAll(hook: Run): void
  export function beforeEach(hook: Run): void
  export function afterEach(hook: Run): void
  export function afterAll(hook: Run): void
}
declare module '@jest/globals' { export * from 'vitest' }
declare module 'node:test' { export * from 'vitest' }
declare module 'mynah/vitest' {}
declare module 'mynah/jest' {}
declare module 'mynah/jest-globals' {}
`

/** A module with the declarations that the playground's compiler reads, by path: the platform's, mynah's and the runner's. */
export function declarations() {
  return {
    name: 'declarations',
    resolveId: (id: string) => (id === ID ? `\0${ID}` : undefined),
    load: (id: string) => (id === `\0${ID}` ? `export default ${JSON.stringify(filesOf())}` : undefined),
  }
}

function filesOf(): Record<string, string> {
  const library = readdirSync(LIBRARY).filter((file) => LIBRARY_FILES.test(file))
  // Those of runners add members to types that are not here.
  const mynah = readdirSync(`${ROOT}/dist`).filter((file) =>
    /^(?!vitest|jest|storybook|playwright).*\.d\.c?ts$/.test(file),
  )
  return {
    // Their comments are two thirds of them.
    ...Object.fromEntries(library.map((file) => [`/lib/${file}`, withoutComments(join(LIBRARY, file))])),
    ...Object.fromEntries(mynah.map((file) => [`/mynah/${file}`, readFileSync(`${ROOT}/dist/${file}`, 'utf8')])),
    '/runner.d.ts': RUNNER,
  }
}

function withoutComments(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s+/gm, '')
}
