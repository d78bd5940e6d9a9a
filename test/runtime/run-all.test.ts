import { expect, test } from 'vitest'
import { runAll } from '../../src/runtime/run-all.ts'

const failing = (name: string, log: string[]) => () => {
  log.push(name)
  throw new Error(name)
}

test('a function that throws keeps the others from running, and the first error is lost', () => {
  const log: string[] = []
  const functions = [() => void log.push('a'), failing('b', log), failing('c', log), () => void log.push('d')]
  expect(() => runAll(functions)).toThrow('b')
  expect(log).toEqual(['a', 'b', 'c', 'd'])
})
