import { expect, test } from 'vitest'
import { exists } from '../../src/core/match/matchers.ts'
import { checkOptions, ON_OR_OFF, type OptionTable } from '../../src/core/options.ts'

const TABLE: OptionTable = {
  log: ON_OR_OFF,
  origin: { isRight: (value) => typeof value === 'string', wanted: 'a text' },
}

function messageOf(options: unknown): string | undefined {
  try {
    checkOptions('make', '…, ', options, TABLE)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  { title: 'no option', options: {}, message: undefined },
  { title: 'right options', options: { log: true, origin: 'a' }, message: undefined },
  { title: 'an absent value', options: { log: undefined }, message: undefined },
  { title: 'no object', options: [1], message: 'make: the options must be an object, got [1]' },
  {
    title: 'a map, whose entries would not be read',
    options: new Map([['log', true]]),
    message: 'make: the options must be an object, got [Map]',
  },
  { title: 'a matcher', options: exists(), message: 'make: the options must be an object, got exists()' },
  {
    title: 'a typo',
    options: { lgo: false },
    message: "make: 'lgo' is not an option; use log or origin\n\nWrite  make(…, { log: false })",
  },
  {
    title: 'a typo, with a wrong value',
    options: { lgo: 1 },
    message: "make: 'lgo' is not an option; use log or origin",
  },
  {
    title: 'a name like no other',
    options: { priority: 1 },
    message: "make: 'priority' is not an option; use log or origin",
  },
  { title: 'a wrong value', options: { log: 1 }, message: 'make: log is true or false, not 1' },
])('options are checked: $title', ({ options, message }) => {
  expect(messageOf(options)).toBe(message)
})
