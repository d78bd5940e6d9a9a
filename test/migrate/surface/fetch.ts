import { type Row, rowsOf } from './row.ts'

export const FETCH: readonly Row[] = [
  ...rowsOf(
    'fetch',
    {
      'global.fetch = jest.fn(() => Promise.resolve({ json: () => Promise.resolve({ id: 1 }) }))':
        'mocks.use.all(/.*/, { id: 1 })',
      "vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('a'))": "mocks.use.all(/.*/, text('a'))",
      "vi.stubGlobal('fetch', vi.fn(async () => Response.json([])))": 'mocks.use.all(/.*/, [])',
    },
    {
      'global.fetch = jest.fn(async (url) => Response.json(url))':
        'this function reads its request: write a resolver, ({ request }) => payload',
    },
  ),
]
