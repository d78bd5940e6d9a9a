/**
 * What the oracles share. Each is a reference of the core, written naively from the contract's words and not from the
 * code: it agrees with the core on the cases of a fixed seed, and on as many of a random one. A failure says its
 * seed and the smallest case that fast-check finds; `ORACLE_SEED=… npx vitest run test/core/oracle` repeats it.
 * `npm run test:all` has 50,000 cases of each seed: `ORACLE_CASES`.
 */
const random = Number(process.env.ORACLE_SEED ?? Math.trunc(Math.random() * 2 ** 31))

export const SEEDS = [
  { title: 'the fixed seed', seed: 20261101 },
  { title: `the random seed, ORACLE_SEED=${random}`, seed: random },
] as const

export const CASES = Number(process.env.ORACLE_CASES ?? 1500)

/** A loaded machine takes its time over so many. */
export const TIMEOUT = { timeout: 120_000 }
