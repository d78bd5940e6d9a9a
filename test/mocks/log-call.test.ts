import { beforeEach, expect, test, vi } from 'vitest'
import { networkError, rest, setupMocks } from '../../src/entries/index.ts'
import { rejectionOf, start } from '../promises/support.ts'

const folded: string[] = []
const inside: unknown[] = []

beforeEach(() => {
  folded.length = 0
  inside.length = 0
  vi.spyOn(console, 'groupCollapsed').mockImplementation((line: string) => folded.push(line))
  vi.spyOn(console, 'groupEnd').mockImplementation(() => inside.push('end'))
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => inside.push(line))
})

test('each answered request has one folded line, with the stub and the call inside', async () => {
  const mocks = start([rest.get('/users', []), rest.get('/down', networkError())], { log: true })
  await fetch('https://api.test/users?page=1')
  await rejectionOf(fetch('https://api.test/down'))
  expect(folded).toEqual([
    'mynah: GET https://api.test/users?page=1 200',
    'mynah: GET https://api.test/down network error',
  ])
  const [first, second] = mocks.calls()
  const place = '  test/mocks/log-call.test.ts:17'
  expect(inside).toEqual([`rest.get('/users')${place}`, first, 'end', `rest.get('/down')${place}`, second, 'end'])
})

test('an unmatched request has no line: its error says more', async () => {
  const mocks = setupMocks([], { log: true })
  mocks.start()
  await rejectionOf(fetch('https://api.test/nope'))
  mocks.reset({ failures: true })
  mocks.stop()
  expect(folded).toEqual([])
})

test('outside of a browser there is no line by default', async () => {
  start([rest.get('/users', [])])
  await fetch('https://api.test/users')
  expect(folded).toEqual([])
})
