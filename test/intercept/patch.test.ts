import { describe, expect, test } from 'vitest'
import { doAll, patch } from '../../src/intercept/patch.ts'
import { thrownBy } from '../promises/support.ts'

class Client {
  send(text: string): string {
    return `sent ${text}`
  }
  /** A method that this runtime lacks. */
  declare receive: () => string
}

/** A class of its own for each test, which patches it. */
function newClient(): typeof Client {
  return class OwnClient extends Client {
    override send(text: string): string {
      return super.send(text)
    }
  }
}

const mock = (original: Client['send']) =>
  function send(this: Client, text: string): string {
    return `mocked, was ${original.call(this, text)}`
  }

/** Objects whose `send` cannot be written. */
const unwritable: readonly { title: string; make: () => Client; place: string }[] = [
  { title: 'of a class', make: () => Object.freeze(newClient().prototype), place: 'OwnClient.prototype.send' },
  {
    title: 'of the global object',
    make: () => Object.defineProperty(globalThis, 'send', { value: () => '' }) as unknown as Client,
    place: 'globalThis.send',
  },
]

describe('patch()', () => {
  test('replaces a method, and its undo puts the original back', () => {
    const { prototype } = newClient()
    const { send } = prototype
    const undo = patch(prototype, 'send', mock)
    expect(prototype.send('a')).toBe('mocked, was sent a')
    undo()
    expect(prototype.send).toBe(send)
  })

  test('does nothing if the runtime lacks the method', () => {
    const { prototype } = newClient()
    const undo = patch(prototype, 'receive', () => () => 'mocked')
    expect('receive' in prototype).toBe(false)
    undo()
    expect('receive' in prototype).toBe(false)
  })

  test('its undo leaves a method that other code has wrapped', () => {
    const { prototype } = newClient()
    const undo = patch(prototype, 'send', mock)
    const spy = () => 'spied'
    prototype.send = spy
    undo()
    expect(prototype.send).toBe(spy)
  })

  test.each(unwritable)('refuses a method $title that cannot be written', ({ make, place }) => {
    const target = make()
    expect(thrownBy(() => patch(target, 'send', mock))).toMatchObject({
      code: 'ENVIRONMENT',
      message:
        `The mocks cannot start: ${place} cannot be replaced: it is not writable and not configurable\n\n` +
        'Start them before it is frozen',
    })
  })
})

describe('doAll()', () => {
  const act = (name: string, log: string[]) => () => {
    log.push(name)
    return () => void log.push(`undo ${name}`)
  }

  test('undoes the last act first, and only once', () => {
    const log: string[] = []
    const undo = doAll([act('a', log), act('b', log)])
    undo()
    undo()
    expect(log).toEqual(['a', 'b', 'undo b', 'undo a'])
  })

  test('undoes the acts before one that throws', () => {
    const log: string[] = []
    const failing = () => {
      throw new Error('frozen')
    }
    expect(() => doAll([act('a', log), failing, act('b', log)])).toThrow('frozen')
    expect(log).toEqual(['a', 'undo a'])
  })
})
