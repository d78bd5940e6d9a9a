import { FETCH_MOCK } from './surface/fetch-mock.ts'
import { MSW } from './surface/msw.ts'
import { MSW_EXPORTS } from './surface/msw-exports.ts'
import { MSW_FORMS } from './surface/msw-forms.ts'
import { NOCK } from './surface/nock.ts'
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
}

/** The tables of migrating.md, by their headings. */
export const TABLES: Readonly<Record<string, readonly (readonly [Name, readonly Shown[]])[]>> = {
  'From MSW': [['msw', MSW_PAGE]],
  'From nock': [['nock', NOCK_PAGE]],
  "From undici's MockAgent": [['undici', UNDICI_PAGE]],
  'From fetch-mock': [['fetch-mock', FETCH_MOCK_PAGE]],
}

export const SURFACE: readonly Row[] = [
  ...NOCK,
  ...MSW,
  ...MSW_EXPORTS,
  ...MSW_FORMS,
  ...FETCH_MOCK,
  ...UNDICI,
  ...Object.values(TABLES)
    .flat()
    .flatMap(([library, table]) => shownRows(library, table)),
]
