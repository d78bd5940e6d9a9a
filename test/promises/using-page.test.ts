import { transform } from 'esbuild'
import { expect, onTestFinished, test, vi } from 'vitest'

const symbol = Symbol

/** `Symbol` as browsers have it that lack `Symbol.dispose`. */
const OLDER = Object.assign((description: string) => symbol(description), { for: symbol.for })

test('`using`, compiled for a browser without Symbol.dispose, undoes an override', async () => {
  vi.resetModules()
  vi.stubGlobal('Symbol', OLDER)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { toUndo } = await import('../../src/mocks/undo.ts')
  vi.unstubAllGlobals()
  const source = "{ using _override = toUndo(() => log.push('undone')); log.push('used') }"
  const { code } = await transform(source, { target: 'es2022' })
  const log: string[] = []
  new Function('Symbol', 'toUndo', 'log', code)(OLDER, toUndo, log)
  expect(log).toEqual(['used', 'undone'])
})
