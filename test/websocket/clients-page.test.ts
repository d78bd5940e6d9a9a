import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CASES, SCENARIOS } from './scenarios.ts'
import { WS_SCENARIOS } from './ws-scenarios.ts'

const ROOT = new URL('../../', import.meta.url)

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8')
}

/** The clients, and the line that has a file play the scenarios with each. */
const CLIENTS = [
  { client: "Node's class", file: 'test/websocket/clients.ts', line: `"Node's": WebSocket` },
  { client: 'undici', file: 'test/websocket/clients.ts', line: `"undici's": undici.WebSocket` },
  { client: 'jsdom', file: 'test/websocket/clients.ts', line: `"jsdom's": new JSDOM` },
  {
    client: 'happy-dom',
    file: 'test/consumers/websocket-clients/websocket/clients.ts',
    line: `"happy-dom's": HappyDom`,
  },
  {
    client: 'ws',
    file: 'test/websocket/ws.test.ts',
    line: '[...SCENARIOS, ...WS_SCENARIOS]',
    own: WS_SCENARIOS,
  },
  {
    client: "Chromium's class",
    file: 'test/consumers/browser/src/websocket-tests.js',
    line: 'of SCENARIOS.entries()',
  },
] as const

test('the page says what each client was compared on', () => {
  const row = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
  const table = [
    row(['', ...CLIENTS.map(({ client }) => client)]),
    row(['---', ...CLIENTS.map(() => '---:')]),
    ...CASES.map((name) => {
      const count = (scenarios: readonly { readonly case: string }[]) =>
        scenarios.filter((one) => one.case === name).length
      return row([name, ...CLIENTS.map((one) => count(SCENARIOS) + ('own' in one ? count(one.own) : 0) || '–')])
    }),
  ]
  const shown = /^\|.*?\n\n/ms.exec(read('docs/reference/websocket-clients.md'))?.[0]
  expect(shown?.trim().split('\n')).toEqual(table)
})

test.each(CLIENTS)('the scenarios are played with $client', ({ file, line }) => {
  expect(read(file)).toContain(line)
})
