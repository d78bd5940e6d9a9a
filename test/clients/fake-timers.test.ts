import { once } from 'node:events'
import http from 'node:http'
import { mock } from 'node:test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from './listen.ts'

/** The fake timers that a setup file may install before mynah is imported. Each returns its undo. */
const installations: Readonly<Record<string, () => () => void>> = {
  'vi.useFakeTimers()'() {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  },
  'mock.timers of node:test'() {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] })
    return () => mock.timers.reset()
  },
}

async function get(url: string): Promise<string> {
  const [response] = await once(http.get(url), 'response')
  return String(await once(response, 'data'))
}

test.for(Object.entries(installations))(
  '%s before the import: every http request and each 32nd fetch hangs',
  { timeout: 30_000 },
  async ([, install]) => {
    const port = await listen(http.createServer((_request, response) => response.end('"real"')))
    vi.resetModules()
    const undo = install()
    onTestFinished(undo)
    const { rest, setupMocks, stream } = await import('../../src/entries/index.ts')
    expect(await get(`http://127.0.0.1:${port}`)).toBe('"real"')
    const mocks = setupMocks([rest.get('/users', 'mocked'), rest.get('/parts', stream(['a', 'b']))])
    mocks.start()
    onTestFinished(() => mocks.stop())
    for (let turn = 0; turn < 3; turn++) expect(await get('http://api.test/users')).toBe('"mocked"')
    for (let turn = 0; turn < 70; turn++) {
      expect(await (await fetch('http://api.test/users')).json()).toBe('mocked')
    }
    expect(await (await fetch('http://api.test/parts')).text()).toBe('ab')
  },
)
