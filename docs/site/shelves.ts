/** A page, by its path in the repository, and what it is for. */
type Page = readonly [path: string, about: string]

/** Pages about one thing: a group of the site's sidebar, and a chapter of `llms.txt`. */
interface Shelf {
  readonly title: string
  readonly pages: readonly Page[]
}

/** The pages for users. */
export const SHELVES: readonly Shelf[] = [
  {
    title: 'Start',
    pages: [
      ['docs/guide/getting-started.md', 'ten minutes: a first stub, an override, a miss, an assertion'],
      ['docs/guide/how-it-works.md', 'how a request is intercepted, matched, answered and recorded, with a picture'],
      ['docs/guide/works-with.md', 'clients, frameworks, runners and browsers: what works, and what does not'],
      ['docs/guide/faq.md', 'short answers: once, 404, CORS, HTTP/2, ESLint'],
    ],
  },
  {
    title: 'Runners',
    pages: [
      ['docs/guide/testing.md', 'what every runner has in common: hooks, setup files, options, and what fails when'],
      ['docs/guide/vitest.md', 'a test file, a setup file, jsdom, browser mode'],
      ['docs/guide/jest.md', 'a test file, a setup file, without globals, jsdom'],
      ['docs/guide/node-test.md', 'a test file, and a module with the hooks'],
      ['docs/guide/mocha.md', 'a test file, and root hooks'],
      ['docs/guide/other-runners.md', 'whole files for Jasmine, AVA, Bun and Deno'],
      ['docs/guide/storybook.md', 'a whole Storybook project, and its limits'],
      ['docs/guide/playwright.md', '`mynah/playwright`: the same routes in a browser test'],
    ],
  },
  {
    title: 'Coming from another library',
    pages: [
      ['docs/guide/mynah-or-msw.md', 'when to choose mynah, when to stay with msw, and what a move costs'],
      [
        'docs/guide/migrating.md',
        "a command that rewrites tests of MSW, nock, fetch-mock and undici's MockAgent, and tables of what becomes what",
      ],
    ],
  },
  {
    title: 'Stubs',
    pages: [
      ['docs/guide/declaring.md', 'how to write a stub: paths, responses, settings'],
      ['docs/guide/matching.md', '`match`: the one rule, the matchers, schemas'],
      ['docs/guide/responding.md', 'payloads, text, streams, redirects, failures, sequences, resolvers'],
      ['docs/guide/choosing.md', 'which stub answers if several could'],
    ],
  },
  {
    title: 'Tests',
    pages: [
      ['docs/guide/unmatched.md', 'unmatched requests: the report, and what may reach the network'],
      [
        'docs/guide/verifying.md',
        'the journal, `mocks.expect`, `expect(mocks).toHaveRequested(…)`, `waitFor`, `explain`, events',
      ],
      ['docs/guide/parallel.md', 'concurrent tests'],
      ['docs/guide/typescript.md', 'types of params, bodies, stubs and matchers'],
      ['docs/guide/debugging.md', 'the report, `explain`, events, breakpoints'],
      ['docs/guide/common-mistakes.md', 'symptoms, causes, and what to write instead'],
    ],
  },
  {
    title: 'Capabilities',
    pages: [
      ['docs/guide/openapi.md', '`mynah/openapi`: stubs and requests checked against an OpenAPI document'],
      ['docs/guide/graphql.md', '`mynah/graphql`: stubs by operation, checked against a schema'],
      ['docs/guide/websocket.md', '`mynah/websocket`: WebSockets, and their messages'],
      ['docs/guide/archives.md', 'HAR archives as stubs, cassettes that record what is missing, `npx mynah routes`'],
      ['docs/guide/core.md', '`mynah/core`: answers without patching, for a server or a browser-automation tool'],
      ['docs/guide/collections.md', '`mynah/collection`: a list of items that requests create, change and remove'],
      ['docs/guide/server.md', "`mynah/server`: a browser test also answers the requests of the application's server"],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['docs/reference/api.md', 'every export: signature, errors, example'],
      ['docs/reference/options.md', 'every option, with its default'],
      ['docs/reference/errors.md', 'every error by its code'],
      ['docs/reference/compatibility.md', 'runners, environments and clients that were run'],
      ['docs/reference/har-archives.md', 'what a missing field of a HAR archive means'],
      ['docs/reference/openapi-documents.md', 'the results of 2,693 real OpenAPI documents, beside ajv'],
      ['docs/reference/graphql-schemas.md', 'the results of five real GraphQL schemas, beside graphql-js'],
      ['docs/reference/limits.md', 'what mynah cannot do'],
      ['docs/reference/glossary.md', 'the words of these pages'],
      ['docs/reference/assistants.md', 'for coding assistants: what to write, and what not'],
      ['docs/reference/websocket-clients.md', 'each client of WebSockets and each case, beside a server'],
      ['docs/reference/hang-matrix.md', 'every client, request and answer: nothing hangs'],
      ['docs/reference/performance.md', 'what a mocked request costs, beside other libraries'],
    ],
  },
  {
    title: 'Recipes',
    pages: [
      ['docs/recipes/react-testing-library.md', 'components that send requests'],
      ['docs/recipes/next.md', 'server components, route handlers, server actions, `next/headers` and `next/cache`'],
      ['docs/recipes/loaders.md', 'loaders and actions of React Router and Remix'],
      ['docs/recipes/react-native.md', "a component, with React Native's Jest preset"],
      ['docs/recipes/query-libraries.md', 'retries of TanStack Query and SWR'],
      [
        'docs/recipes/optimistic-updates.md',
        'an optimistic update and its rollback with TanStack Query, over a collection',
      ],
      ['docs/recipes/fake-timers.md', '`advanceTimersByTimeAsync` and delays'],
      ['docs/recipes/override-for-a-describe.md', 'one override for all tests of a `describe`'],
      ['docs/recipes/login-and-cookies.md', 'sessions, cookies, expired tokens'],
      ['docs/recipes/pagination.md', 'one resolver for all pages'],
      ['docs/recipes/upload.md', 'forms with files'],
      ['docs/recipes/graphql-subscriptions.md', 'subscriptions over a WebSocket, with graphql-ws'],
      ['docs/recipes/contract-tests.md', 'contract tests of a client that openapi-fetch generates'],
      ['docs/recipes/llm-streams.md', 'a chat, tool calls and the events of language models, by `sse` and recorded'],
      ['docs/recipes/storybook-error-states.md', 'a story for each error state'],
      ['docs/recipes/dev-server.md', 'mocks in a dev server, and none in the production build'],
      ['docs/recipes/child-processes.md', 'programs and worker threads that a test starts'],
      ['docs/recipes/strict-on-my-api.md', 'a miss of your API fails, the rest passes'],
    ],
  },
]

/** The pages for people who change mynah. */
export const INSIDE: readonly string[] = [
  'docs/CONTRIBUTING.md',
  'docs/inside/architecture.md',
  'docs/inside/mutation.md',
  'docs/inside/runners-and-environments.md',
  'docs/inside/performance.md',
  'docs/inside/migrating-measure.md',
  'docs/SECURITY.md',
]
