/** A case of the benchmark: which libraries run it, and what is to hold of the ratios. */
export interface Case {
  readonly name: string
  readonly libraries: readonly string[]
  /** Calls in one measured batch; fewer where a library is slow. */
  readonly operations: number
  readonly targets: readonly { readonly of: string; readonly atMost: number }[]
}

const FETCH = ['bare', 'mynah', 'fetch-mock', 'undici', 'nock', 'msw']

export const CASES: readonly Case[] = [
  {
    name: 'fetch-static',
    libraries: [...FETCH, 'server'],
    operations: 4000,
    targets: [
      { of: 'bare', atMost: 2 },
      { of: 'fetch-mock', atMost: 0.6 },
      { of: 'nock', atMost: 1 / 40 },
      { of: 'msw', atMost: 1 / 40 },
    ],
  },
  { name: 'fetch-resolver', libraries: FETCH, operations: 4000, targets: [{ of: 'bare', atMost: 3.5 }] },
  {
    name: 'fetch-post',
    libraries: FETCH,
    operations: 4000,
    targets: [
      { of: 'fetch-mock', atMost: 0.7 },
      { of: 'msw', atMost: 1 / 25 },
    ],
  },
  ...[10, 100, 1000, 10_000].map((count) => ({
    name: `fetch-routes-${count}`,
    libraries: FETCH.filter((name) => name !== 'bare'),
    operations: count > 1000 ? 100 : 1000,
    targets: [],
  })),
  {
    name: 'fetch-queries-1000',
    libraries: FETCH.filter((name) => name !== 'bare'),
    operations: 300,
    targets: [{ of: 'msw', atMost: 1 / 20 }],
  },
  {
    name: 'fetch-1000-at-once',
    libraries: FETCH,
    operations: 10,
    targets: ['fetch-mock', 'undici', 'nock', 'msw'].map((of) => ({ of, atMost: 1 })),
  },
  {
    name: 'http-static',
    libraries: ['mynah', 'interceptors', 'nock', 'msw', 'server'],
    operations: 1500,
    targets: [
      { of: 'interceptors', atMost: 1.1 },
      { of: 'nock', atMost: 0.65 },
      { of: 'msw', atMost: 0.65 },
    ],
  },
]
