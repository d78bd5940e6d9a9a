import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/*
 * Counts the instructions of what a test file pays, by valgrind: they vary by less than a hundredth, on a busy machine too, and where
 * the processor has no counters. Prints those above a fetch by hand. A process takes 15 seconds of the processor.
 *
 *   node test/bench/instructions.ts mynah fetch-mock
 */
const libraries = process.argv.slice(2)

/** Nothing runs long enough to be compiled to machine code, so valgrind need not look for code that changes, which takes minutes. */
const INTERPRETED = ['--no-opt', '--no-maglev', '--no-sparkplug', '--regexp-interpret-all']
/** Each run takes the same way. */
const SAME = ['--single-threaded', '--hash-seed=1', '--random-seed=1']

/** Returns the instructions of a test file, in millions. */
function count(library: string): number {
  const cold = fileURLToPath(new URL('cold.ts', import.meta.url))
  const valgrind = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null', '--smc-check=none']
  const args = [...valgrind, process.execPath, ...INTERPRETED, ...SAME, cold, library]
  const { error, stdout, stderr } = spawnSync('valgrind', args, { encoding: 'utf8' })
  const counted = /I\s+refs:\s+([\d,]+)/.exec(stderr)?.[1]
  if (!counted) throw new Error(`${library}: ${error ?? stdout + stderr}`)
  return Number(counted.replaceAll(',', '')) / 1e6
}

const byHand = count('by hand')
for (const library of libraries) console.log(`${library}: ${(count(library) - byHand).toFixed(1)} million`)
