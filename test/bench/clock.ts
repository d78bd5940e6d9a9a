import { readFileSync } from 'node:fs'

/** Whether the processor's time is to count, not the user's: on a machine that has more to do, that alone can be compared. */
const ofProcessor = process.env.BENCH_CLOCK === 'cpu'

/** A point in time, in microseconds. */
export function clock(): number {
  if (!ofProcessor) return performance.now() * 1000
  const { user, system } = process.cpuUsage()
  return user + system
}

/** A point in time for what child processes do, in milliseconds. */
export function childClock(): number {
  if (!ofProcessor) return performance.now()
  // Linux: fields 16 and 17, in hundredths of a second, behind the name in parentheses, which may have spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8').replace(/.*\) /s, '').split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}
