import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/*
 * What mynah uses of a host that the host's documentation lacks stands in one file for each host. Whoever tries a new version of the
 * host reads that file.
 */

interface Host {
  readonly file: string
  /** Names that no other file has as a member. */
  readonly names: readonly string[]
  /** Names that documented members have too. */
  readonly others?: readonly string[]
}

/** The counts may only fall. */
const COUNTS = { Node: 29, undici: 14, Jest: 17, Vitest: 12, 'node:test': 14, Mocha: 2, ws: 1, Storybook: 3 }

const HOSTS: Readonly<Record<keyof typeof COUNTS, Host>> = {
  Node: {
    file: 'runtime/hosts/node.ts',
    names: [
      ...['_handle', '_host', '_parent', '_start', '_tlsOptions', '_peername', '_finish'],
      ...['asyncReset', 'setALPNProtocols', 'isStreamBase', 'secureConnecting', 'onConnectEnd', 'connect-options'],
      ...['addRequest', 'createSocket', 'onSocket', 'shouldKeepAlive', 'moduleLoadList'],
    ],
    others: [
      ...['reading', 'emit', 'constructor', 'protocol', 'authority', 'connecting', 'on', 'once', 'sendDate', 'agent'],
      'init',
    ],
  },
  undici: {
    file: 'runtime/hosts/undici.ts',
    names: [
      'undici.globalDispatcher.1',
      'undici.globalDispatcher.2',
      'Dispatcher1Wrapper',
      'onResponseError',
      'consumeBody',
    ],
    others: [
      ...['dispatcher', 'client', 'host', 'onError', 'Agent', 'Pool', 'BalancedPool', 'RoundRobinPool', 'Client'],
    ],
  },
  Jest: {
    file: 'runtime/hosts/jest.ts',
    names: [
      ...[
        'JEST_STATE_SYMBOL',
        '$$jest-matchers-object',
        '@jest/serializableProperties',
        'hasStarted',
        'unhandledErrors',
      ],
      ...['currentDescribeBlock', 'rootDescribeBlock', 'currentlyRunningTest'],
    ],
    others: ['status', 'errors', 'children', 'hooks', 'parent', 'asyncError', 'seenDone', 'state', 'testPath'],
  },
  Vitest: {
    file: 'runtime/hosts/vitest.ts',
    names: ['__vitest_index__', '__vitest_worker__', '__vitest_browser__'],
    others: [
      'TestRunner',
      'getCurrentSuite',
      'getSuiteHooks',
      'current',
      'concurrent',
      'repeats',
      'filepath',
      'tasks',
      'result',
    ],
  },
  'node:test': {
    file: 'runtime/hosts/node-test.ts',
    names: ['NODE_TEST_CONTEXT', 'exitHandler'],
    others: [
      ...['(Test|Suite)Context', 'root', 'parentTest', 'hookType', 'subtests', 'loc', 'finished', 'passed'],
      ...['skipped', 'filtered', 'isTodo', 'file'],
    ],
  },
  Mocha: { file: 'mocks/runner/mocha.ts', names: [], others: ['fn', 'async'] },
  Storybook: {
    file: 'runtime/hosts/storybook.ts',
    names: ['__STORYBOOK_PREVIEW__'],
    others: ['channel', 'storyChanged'],
  },
  ws: { file: 'websocket/open-peer.node.ts', names: ['_closeTimer'] },
}

/** The methods of a stream's implementation, which Node documents. */
const STREAM = ['_read', '_write', '_writev', '_final', '_destroy', '_transform', '_flush']

/** Names that a standard has, and that look like others. */
const STANDARD = /^(?:__proto__|__typename|__schema|__apiType|__variables)$/

/** An HTTP archive's own members begin with an underscore (HAR 1.2), and so do the URLs of frameworks. */
const UNDERSCORED = /^(?:archive\/|storybook\/channel\/to-details|playwright\/background-request)/

const SRC = new URL('../src/', import.meta.url)
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
const codeOf = (file: string) => readFileSync(new URL(file, SRC), 'utf8')

const DISTINCT = Object.values(HOSTS).flatMap(({ names }) => names)

/** Returns what a file uses of a host that is not documented. */
function undocumentedIn(file: string, code: string): string[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const add = (name: string) => {
    const looksSo =
      /^_\w/.test(name) && ![STREAM.includes(name), STANDARD.test(name), UNDERSCORED.test(file)].includes(true)
    if (looksSo || DISTINCT.includes(name)) found.push(name)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      add(node.name.text)
      if (node.name.text === 'getOwnPropertySymbols') found.push(node.getText())
    } else if (ts.isStringLiteral(node)) add(node.text)
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const { propertyName = node.name } = node
      if (ts.isIdentifier(propertyName)) add(propertyName.text)
    } else if ((ts.isTypeElement(node) || ts.isClassElement(node) || ts.isObjectLiteralElement(node)) && node.name) {
      add(node.name.getText())
    }
    if (ts.isCallExpression(node) && node.expression.getText() === 'Symbol.for') {
      const [key] = node.arguments
      if (!key || !ts.isStringLiteral(key) || !/^(?:mynah|Symbol)\./.test(key.text)) found.push(node.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const HOST_FILES = Object.values(HOSTS).map(({ file }) => file)

test('what a host does not document is used in the file of that host alone', () => {
  const wrong = files
    .filter((file) => !HOST_FILES.includes(file))
    .flatMap((file) => undocumentedIn(file, codeOf(file)).map((name) => `${file}: ${name}`))
  expect(wrong).toEqual([])
})

describe.each(Object.entries(HOSTS))('%s', (name, { file, names, others = [] }) => {
  test('has no more undocumented members than before', () => {
    expect(names.length + others.length).toBe(COUNTS[name as keyof typeof COUNTS])
  })

  test('has the listed members in its file', () => {
    const code = codeOf(file)
    expect([...names, ...others].filter((one) => !code.includes(one))).toEqual([])
  })

  test('has no other members in its file', () => {
    expect(undocumentedIn(file, codeOf(file)).filter((one) => /^_/.test(one) && !names.includes(one))).toEqual([])
  })
})

test.each([
  ['transport/destination.ts', 'socket._handle', '_handle'],
  ['transport/destination.ts', 'const { _host } = socket', '_host'],
  ['transport/destination.ts', "patch(socket, '_start', start)", '_start'],
  ['intercept/http2/open-session.ts', 'Object.assign(socket, { _peername: {} })', '_peername'],
  ['server/take-out-cookies.ts', 'agent.addRequest(request)', 'addRequest'],
  ['runtime/environment.ts', "'__vitest_browser__' in globalThis", '__vitest_browser__'],
  ['request/bytes.ts', 'Object.getOwnPropertySymbols(request)', 'Object.getOwnPropertySymbols'],
  ['intercept/fetch/send-by-dispatcher.ts', 'Symbol.for(name)', 'Symbol.for(name)'],
])('in %s, %s is found', (file, code, name) => {
  expect(undocumentedIn(file, code)).toContain(name)
})
