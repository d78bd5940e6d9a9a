import { AXIOS } from './surface/axios-mock-adapter.ts'
import { FETCH_MOCK } from './surface/fetch-mock.ts'
import { JEST_FETCH_MOCK } from './surface/jest-fetch-mock.ts'
import { MSW } from './surface/msw.ts'
import { MSW_EXPORTS } from './surface/msw-exports.ts'
import { MSW_FORMS } from './surface/msw-forms.ts'
import { NOCK } from './surface/nock.ts'
import { AXIOS_PAGE } from './surface/page/axios-mock-adapter.ts'
import { FETCH_PAGE, JEST_FETCH_MOCK_PAGE } from './surface/page/fetch.ts'
import { FETCH_MOCK_PAGE } from './surface/page/fetch-mock.ts'
import { MSW_PAGE } from './surface/page/msw.ts'
import { NOCK_PAGE } from './surface/page/nock.ts'
import { type Shown, shownRows } from './surface/page/shown.ts'
import { UNDICI_PAGE } from './surface/page/undici.ts'
import type { Name, Row } from './surface/row.ts'
import { UNDICI } from './surface/undici.ts'

/** What stands before a test that uses the form. */
export const HEADS: Readonly<Record<Name, string>> = {
  nock: "import nock from 'nock'\n",
  msw: "import { bypass, delay, getResponse, graphql, http, HttpResponse, passthrough, sse, ws } from 'msw'\nimport { setupServer } from 'msw/node'\n",
  'fetch-mock': "import fetchMock from 'fetch-mock'\n",
  undici:
    "import { MockAgent, setGlobalDispatcher } from 'undici'\nconst agent = new MockAgent()\nsetGlobalDispatcher(agent)\nconst pool = agent.get('https://api.test')\n",
  'axios-mock-adapter':
    "import axios from 'axios'\nimport MockAdapter from 'axios-mock-adapter'\nconst mock = new MockAdapter(axios)\n",
  'jest-fetch-mock': "import fetchMock from 'jest-fetch-mock'\nfetchMock.enableMocks()\n",
}

/** The tables of migrating.md, by their headings. */
export const TABLES: Readonly<Record<string, readonly (readonly [Name, readonly Shown[]])[]>> = {
  'From MSW': [['msw', MSW_PAGE]],
  'From nock': [['nock', NOCK_PAGE]],
  "From undici's MockAgent": [['undici', UNDICI_PAGE]],
  'From fetch-mock': [['fetch-mock', FETCH_MOCK_PAGE]],
  'From axios-mock-adapter': [['axios-mock-adapter', AXIOS_PAGE]],
  'From jest-fetch-mock, vitest-fetch-mock, or a function of your own': [
    ['jest-fetch-mock', JEST_FETCH_MOCK_PAGE],
    ['jest-fetch-mock', FETCH_PAGE],
  ],
}

export const SURFACE: readonly Row[] = [
  ...NOCK,
  ...MSW,
  ...MSW_EXPORTS,
  ...MSW_FORMS,
  ...FETCH_MOCK,
  ...UNDICI,
  ...AXIOS,
  ...JEST_FETCH_MOCK,
  ...Object.values(TABLES)
    .flat()
    .flatMap(([library, table]) => shownRows(library, table)),
]
