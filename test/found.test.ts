import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'

/*
 * Where a source file is tested: a file of more than 60 lines has its tests under its own path, `src/mocks/isolate.ts` in
 * `test/mocks/isolate.test.ts`, or a row here names the tests of the promises that it keeps with other files.
 */
const MOST_UNTABLED_LINES = 60

/** By source file, without `src/` and `.ts`: its tests, without `test/` and `.test.ts`. */
const TESTED_BY: Readonly<Record<string, readonly string[]>> = {
  'exchange/dispatch': ['promises/not-started', 'promises/in-flight', 'promises/internal-fault'],
  rest: ['core/stub/define-stub', 'core/stub/rest-at', 'types/rest'],
  'setup-mocks': ['mocks/lifecycle', 'promises/mistakes'],

  'core/choose/path-tree': ['core/choose/table', 'core/oracle/choosing-oracle'],
  'core/explain/differences': ['core/explain/report', 'core/explain/nearest-request'],
  'core/explain/explain': ['core/explain/report', 'core/explain/explanation'],
  'core/explain/path-difference': ['core/explain/report'],
  'core/match/compile': ['core/match/compare', 'core/match/match'],
  'core/match/number-matchers': ['core/match/matchers'],
  'core/matcher': ['core/match/matchers', 'types/rest'],
  'core/options': ['core/check-options', 'promises/refusals'],
  'core/params': ['types/params'],
  'core/path/segments': ['core/path/compare-segments', 'core/path/path'],
  'core/reply/named-replies': ['core/reply/reply'],
  'core/reply/to-reply': ['core/reply/reply'],
  'core/stub/parse-match': ['promises/refusals', 'core/stub/define-stub'],
  'core/stub/check-path': ['promises/refusals', 'core/hostile/length'],
  'core/stub/check-routes': ['core/stub/define-stub', 'promises/refusals'],
  'core/stub/check-settings': ['promises/refusals', 'core/stub/define-stub'],
  'core/stub/check-text-part': ['promises/refusals', 'core/stub/define-stub'],
  'core/stub/correction': ['promises/refusals'],
  'core/stub/parse-response': ['promises/refusals', 'core/stub/define-stub'],
  'core/stub/rest-method': ['types/rest', 'core/stub/define-stub'],
  'core/stub/stub': ['core/stub/define-stub', 'promises/readable'],

  'mocks/runner/runner': ['runners/runners', 'mocks/runner/storybook-preview'],
  'runtime/abort': ['promises/in-flight', 'clients/fetch-bodies'],
  'runtime/platform.node': ['runtime/platform'],
  'request/incoming-request': ['promises/raw-request', 'promises/request-data'],
  'request/make-snapshot': ['promises/request-data', 'hostile/names'],
  'request/parse-multipart': ['request/parse-body', 'core/hostile/length'],
  'response/file/file.node': ['response/file/file'],
  'exchange/own-mocks': ['promises/copies'],
  'exchange/exchange': ['promises/choosing', 'promises/in-flight', 'core/oracle/choosing-oracle'],
  'exchange/reply': ['exchange/reply-of-stub', 'hostile/resolvers'],
  'exchange/started': ['promises/copies', 'promises/not-started'],
  'exchange/resolver-context': ['promises/declaring', 'hostile/resolvers'],
  'response/cut-and-throttle': ['promises/cut-and-throttle', 'clients/cut'],
  'response/write-response': ['promises/declaring', 'hostile/bodies'],

  'graphql/graphql': ['graphql/operations'],
  'graphql/parse-operation': ['graphql/operations'],
  'graphql/read-request': ['graphql/operations'],
  'graphql/result': ['graphql/operations'],
  'graphql/schema/complete-data': ['graphql/schema'],
  'graphql/schema/schema': ['graphql/schema'],
  'graphql/schema/stub-checks': ['graphql/operations'],
  'graphql/typed': ['types/graphql'],

  'intercept/fetch/fetch-interceptor': ['intercept/interceptor', 'clients/fetch'],
  'fetch/fetched-response': ['clients/fetch-bodies', 'clients/fetch-details'],
  'fetch/follow-redirect': ['clients/fetch-redirects'],
  'fetch/perform': ['clients/fetch-details', 'clients/page-cookies'],
  'fetch/read-call': ['clients/fetch-arguments', 'clients/fetch-refusals'],
  'intercept/http2/client-session': ['clients/http2', 'clients/http2-sessions'],
  'intercept/http2/http2-interceptor': ['clients/http2', 'clients/http2-sessions'],
  'intercept/http2/open-session': ['clients/http2-sessions'],
  'intercept/jsdom': ['clients/xhr', 'clients/xhr-page', 'mocks/lifecycle-page'],
  'intercept/node': ['intercept/interceptor', 'promises/sentinels'],
  'intercept/request-event': ['intercept/interceptor'],
  'intercept/socket/tap-sockets': ['clients/sockets', 'promises/sentinels'],
  'intercept/socket/tap/client-writes': ['sockets/upload', 'sockets/random'],
  'intercept/socket/tap/connection': ['sockets/connect', 'clients/late-passthrough'],
  'intercept/socket/tap/http-request': ['clients/http', 'clients/http-details'],
  'intercept/socket/tap/loopback': ['sockets/stream', 'sockets/upload', 'clients/as-a-server'],
  'intercept/socket/tap/messages': ['clients/sockets', 'clients/own-connection'],
  'intercept/socket/undici-senders': ['sockets/senders'],
  'intercept/socket/tap/pretend-tls-session': ['sockets/tls', 'clients/tls-socket'],
  'transport/send-response': ['clients/as-a-server', 'clients/cut'],
  'websocket/connection': ['websocket/websocket-clients', 'websocket/websocket-stubs'],
  'playwright/route-context': ['playwright/mocked'],
  'websocket/graphql/results': ['websocket/graphql/transport'],
  'websocket/handlers': ['websocket/websocket-stubs', 'websocket/websocket-refusals'],
  'websocket/mocked-websocket': ['websocket/mocked-page'],
  'websocket/server-end': ['websocket/ws', 'websocket/strange-frames', 'clients/inside-a-write'],
  'websocket/websocket': ['websocket/websocket-stubs', 'websocket/websocket-refusals'],
  'intercept/socket/tap/socket-methods': ['sockets/net'],
  'intercept/socket/tap/tap': ['clients/sockets', 'sockets/stream'],
  'intercept/socket/watch-http': ['clients/pooled', 'clients/queued', 'clients/tunnel'],
  'intercept/socket/watch-undici': ['clients/undici', 'clients/queued'],
  'intercept/page/mocked-xhr': ['clients/xhr', 'clients/xhr-page'],
  'intercept/page/xhr-exchange': ['clients/xhr', 'clients/cut-xhr'],

  'exchange/add-started': ['promises/copies', 'promises/in-flight'],
  'core/match/text-matchers': ['core/match/matchers'],
  'mocks/runner/test-hooks': ['mocks/runner/hooks', 'mocks/unused-overrides'],
  'mocks/session/failure-error': ['mocks/session/failures', 'mocks/unused-overrides'],
  'runtime/hosts/jest': ['hosts', 'mocks/runner/hooks'],
  'runtime/hosts/node': ['hosts', 'clients/sockets'],
  'runtime/hosts/undici': ['hosts', 'sockets/senders'],
  'mocks/options': ['promises/mistakes', 'promises/refusals'],
  'mocks/mocks': ['mocks/lifecycle', 'promises/overrides'],
  'mocks/inspect-calls': ['assertions/request-matchers'],
  'mocks/runner/jest': ['mocks/runner/hooks', 'mocks/runner/unhooked'],
  'mocks/runner/mocha': ['mocks/runner/hooks', 'mocks/runner/unhooked'],
  'mocks/runner/never-started': ['runners/never-started'],
  'mocks/runner/node-test': ['runners/runners', 'runners/never-started'],
  'mocks/runner/vitest': ['mocks/runner/hooks', 'runners/runners'],
  'mocks/session/layers': ['promises/overrides'],
  'mocks/session/session': ['promises/choosing', 'mocks/session/journal'],
  'mocks/session/sessions': ['mocks/isolate', 'promises/copies'],

  'playwright/send-answer': ['playwright/answer-route'],

  'server/followed-test': ['server/serve-mocks'],
  'server/forward': ['server/serve-mocks'],
  'server/take-out-cookies': ['server/follow-requests'],
  'server/wire': ['server/serve-mocks'],

  'archive/exchanges': ['archive/answering', 'archive/matching'],
  'archive/har-format': ['archive/tools'],
  'archive/parse-archive': ['archive/archive-options', 'archive/tools'],
  'archive/print/code': ['archive/print/print-routes'],
  'archive/read-entry': ['archive/answering', 'archive/matching', 'archive/tools'],
  'archive/record/cassette-writer': ['archive/record/cassette', 'archive/record/cassette-troubles'],
  'archive/record/cassette-file': ['archive/record/at-once', 'archive/record/cassette-troubles'],
  'archive/record/marks': ['archive/record/at-once'],
  'archive/record/lock': ['archive/record/at-once'],
  'archive/record/record-exchange': ['archive/record/cassette', 'archive/record/odd-requests'],
  'archive/to-stubs': ['archive/answering', 'archive/matching'],
  'archive/write-entry': ['archive/to-har', 'archive/record/cassette'],

  'assertions/word-failure': ['assertions/request-matchers'],

  'collection/list': ['collection/answers'],
  'collection/options': ['collection/parse-definition'],
  'collection/store': ['collection/answers', 'collection/items'],
  'unused/part-of-tests': ['unused/reporter'],

  'storybook/channel/messages': ['storybook/channel/preview-end'],
  'storybook/channel/shown-story': ['storybook/channel/preview-end'],

  'openapi/api': ['openapi/examples', 'openapi/small-documents'],
  'openapi/check/check-match': ['openapi/declare'],
  'openapi/check/check-request': ['openapi/requests'],
  'openapi/check/check-answer': ['openapi/declare', 'openapi/stubs'],
  'openapi/contract': ['openapi/stubs', 'exchange/reply-of-stub'],
  'openapi/coverage': ['openapi/examples'],
  'openapi/document/operation': ['openapi/document/document', 'openapi/small-documents'],
  'openapi/document/refusals': ['openapi/declare', 'openapi/document/document'],
  'openapi/document/template': ['openapi/document/document', 'openapi/stubs'],
  'openapi/openapi': ['openapi/declare', 'openapi/stubs'],
  'openapi/options': ['openapi/declare', 'openapi/small-documents'],
  'openapi/schema/checked-value': ['openapi/schema/schemas'],
  'openapi/schema/expectation': ['openapi/schema/schemas'],
  'openapi/schema/least-value': ['openapi/documented-stubs'],
  'openapi/schema/translate': ['openapi/schema/schemas', 'openapi/real-documents'],
  'openapi/schema/violations': ['openapi/schema/schemas'],
  'openapi/typed-paths': ['types/openapi', 'types/editor'],
}

const ROOT = new URL('../', import.meta.url)

/** Projects of their own, whose tests a user would write; the runners' `.spec.ts` are run by a test as well. */
const PROJECTS = /^(consumers|bench|mutation|graphql-schemas|openapi-documents)\/|node_modules/

/** Returns the files of a folder that end so, without that end. */
function filesOf(folder: string, end: string): string[] {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end) && !PROJECTS.test(file))
    .map((file) => file.slice(0, -end.length))
}

/** What consumers run in a browser: components, which a real Storybook renders, and the WebSockets of a page of Playwright's. */
const IN_BROWSER = /^(storybook\/manager\/|playwright\/answer-web-socket$)/

const tests = new Set(filesOf('test', '.test.ts'))
const long = filesOf('src', '.ts').filter((file) => {
  return readFileSync(new URL(`src/${file}.ts`, ROOT), 'utf8').split('\n').length - 1 > MOST_UNTABLED_LINES
})

test('each source file of more than 60 lines has tests of its own, or a row of the table', () => {
  expect(long.filter((file) => !tests.has(file) && !(file in TESTED_BY) && !IN_BROWSER.test(file))).toEqual([])
})

describe('the table', () => {
  test('has no row for a file that is gone, that is short, or that has tests of its own', () => {
    expect(Object.keys(TESTED_BY).filter((file) => !long.includes(file) || tests.has(file))).toEqual([])
  })

  test('names tests that exist, and at least one for each file', () => {
    const wrong = Object.entries(TESTED_BY).filter(
      ([, names]) => names.length < 1 || !names.every((name) => tests.has(name)),
    )
    expect(wrong).toEqual([])
  })
})

test('no two files of tests have one name', () => {
  const names = [...tests].map((file) => basename(file))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
