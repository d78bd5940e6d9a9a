// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'

test('XMLHttpRequest and fetch are restored, whatever the order of the ends is', () => {
  const { fetch } = globalThis
  const { send } = XMLHttpRequest.prototype
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const both = [setupMocks([rest.get('/a', 1)]), setupMocks([rest.get('/b', 2)])]
    for (const mocks of both) mocks.start()
    expect(XMLHttpRequest.prototype.send).not.toBe(send)
    for (const index of order) both[index]?.stop()
    expect(XMLHttpRequest.prototype.send).toBe(send)
    expect(globalThis.fetch).toBe(fetch)
  }
})

test('a request that is pending at the end fires error', async () => {
  const mocks = setupMocks([rest.get('/slow', {}, { delay: Number.POSITIVE_INFINITY })])
  mocks.start()
  mocks.on('request', () => queueMicrotask(() => mocks.stop()))
  const event = await new Promise<Event>((resolve) => {
    const xhr = new XMLHttpRequest()
    for (const name of ['load', 'error', 'abort']) xhr.addEventListener(name, resolve)
    xhr.open('GET', '/slow')
    xhr.send()
  })
  expect(event.type).toBe('error')
})

test('an instance made before the end is still an XMLHttpRequest after it', () => {
  const mocks = setupMocks([])
  mocks.start()
  const xhr = new XMLHttpRequest()
  expect(xhr).toBeInstanceOf(XMLHttpRequest)
  mocks.stop()
  expect(xhr).toBeInstanceOf(XMLHttpRequest)
})
