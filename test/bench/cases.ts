import type { Target } from './report.ts'

/** A case of the benchmark: which libraries run it, and what is to hold of the ratios. */
export interface Case {
  readonly name: string
  readonly libraries: readonly string[]
  readonly targets: readonly Target[]
  /** The factor of rounds that a stable result needs; 1 by default. */
  readonly times?: number
}

const FETCH = ['bare', 'mynah', 'fetch-mock', 'undici', 'nock', 'msw']

export const CASES: readonly Case[] = [
  {
    name: 'fetch-static',
    libraries: [...FETCH, 'server'],
    // The same fetch-mock takes 11 to 22 µs, from process to process.
    times: 3,
    targets: [
      { of: 'bare', atMost: 2 },
      { of: 'fetch-mock', atMost: 0.6 },
      { of: 'nock', atMost: 1 / 40 },
      { of: 'msw', atMost: 1 / 40 },
    ],
  },
  {
    name: 'fetch-resolver',
    libraries: FETCH,
    targets: [
      { of: 'bare', atMost: 3.5 },
      { of: 'fetch-mock', atMost: 0.85 },
    ],
  },
  {
    name: 'fetch-function',
    libraries: ['bare', 'mynah', 'fetch-mock'],
    times: 3,
    targets: [{ of: 'fetch-mock', atMost: 0.9 }],
  },
  {
    name: 'fetch-post',
    libraries: FETCH,
    targets: [
      { of: 'fetch-mock', atMost: 0.75 },
      { of: 'msw', atMost: 1 / 25 },
    ],
  },
  ...[10, 100, 1000, 10_000].map((count) => ({
    name: `fetch-routes-${count}`,
    libraries: FETCH.filter((name) => name !== 'bare'),
    targets: [],
  })),
  {
    name: 'fetch-queries-1000',
    libraries: FETCH.filter((name) => name !== 'bare'),
    targets: [{ of: 'msw', atMost: 1 / 20 }],
  },
  {
    name: 'fetch-1000-at-once',
    libraries: FETCH,
    targets: ['fetch-mock', 'undici', 'nock', 'msw'].map((of) => ({ of, atMost: 1 })),
  },
  {
    name: 'http-static',
    libraries: ['mynah', 'interceptors', 'nock', 'msw', 'server'],
    targets: [
      { of: 'interceptors', atMost: 1.1 },
      { of: 'nock', atMost: 0.65 },
      { of: 'msw', atMost: 0.65 },
      { of: 'server', atMost: 1 },
    ],
  },
  ...['http-new-socket', 'https-static', 'https-new-socket'].map((name) => ({
    name,
    libraries: ['mynah', 'server'],
    targets: [{ of: 'server', atMost: 1 }],
  })),
]
