import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/*
 * Counts the instructions of what a test file pays, by valgrind: they vary by less than a hundredth, on a busy machine too, and where
 * the processor has no counters. Prints those above a fetch by hand. It takes minutes; V8 does not optimize, since nothing runs long.
 *
 *   node test/bench/instructions.ts mynah fetch-mock
 */
const libraries = process.argv.slice(2)

function count(library: string): number {
  const cold = fileURLToPath(new URL('cold.ts', import.meta.url))
  const valgrind = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null', '--smc-check=all']
  const node = ['--single-threaded', '--no-opt', '--hash-seed=1', '--random-seed=1']
  const args = [...valgrind, process.execPath, ...node, cold, library]
  const { stdout, stderr } = spawnSync('valgrind', args, { encoding: 'utf8' })
  const counted = /I\s+refs:\s+([\d,]+)/.exec(stderr)?.[1]
  if (!counted) throw new Error(`${library}: ${stdout}${stderr}`)
  return Number(counted.replaceAll(',', '')) / 1e6
}

const byHand = count('by hand')
for (const library of libraries) console.log(`${library}: ${(count(library) - byHand).toFixed(1)} million`)
