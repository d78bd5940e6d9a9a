import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { makeResponse } from '../../src/response/make-response.ts'

afterEach(() => void vi.restoreAllMocks())

type Made = Response & { readonly body: ReadableStream<Uint8Array> }

/** Has the next mocked response make the class of all: it is made for the global `Response`. */
function makeClassAnew(): void {
  vi.stubGlobal('Response', class extends Response {})
  makeResponse('', {})
  vi.unstubAllGlobals()
}

/** Returns what a promise comes to: the value, or the error's class and message. */
async function outcome(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise
  } catch (error) {
    return error instanceof Error ? `${error.constructor.name}: ${error.message}` : error
  }
}

const stateOf = ({ bodyUsed, body }: Response) => ({ bodyUsed, locked: body?.locked })

/** What a client does with a response of a text. Each returns all that it sees. */
const ACTS: Readonly<Record<string, (response: Made, other: Response) => unknown>> = {
  'reads JSON': async (response) => [await outcome(response.json()), stateOf(response)],
  'reads a text': async (response) => [await outcome(response.text()), stateOf(response)],
  'looks at the body while it is read': (response) => {
    const reading = response.json()
    reading.catch(() => {})
    return [stateOf(response), reading instanceof Promise]
  },
  'reads twice': async (response) => [
    await outcome(response.text()),
    await outcome(response.json()),
    await outcome(response.text()),
    await outcome(response.arrayBuffer()),
  ],
  'reads twice at once': (response) => Promise.all([outcome(response.text()), outcome(response.json())]),
  'clones, and reads both': async (response) => {
    const copy = response.clone()
    return [await outcome(response.text()), await outcome(copy.text()), stateOf(response), stateOf(copy)]
  },
  'clones, and reads the clone alone': async (response) => {
    const copy = response.clone()
    return [await outcome(copy.json()), stateOf(copy), stateOf(response), await outcome(response.text())]
  },
  'clones what was read': async (response) => {
    await response.text()
    return outcome((async () => response.clone())())
  },
  'reads what is locked': async (response) => {
    response.body.getReader()
    return [await outcome(response.json()), await outcome(response.text()), stateOf(response)]
  },
  'reads what was read in part': async (response) => {
    const reader = response.body.getReader()
    await reader.read()
    reader.releaseLock()
    return [await outcome(response.json()), await outcome(response.text()), stateOf(response)]
  },
  'reads what was canceled': async (response) => {
    await response.body.cancel()
    return [await outcome(response.json()), await outcome(response.text()), stateOf(response)]
  },
  'locks what was read': async (response) => {
    await response.text()
    return outcome(Promise.resolve().then(() => response.body.getReader()))
  },
  'makes another response of it': async (response) => {
    const other = new Response(response.body, response)
    return [await outcome(other.text()), await outcome(response.text())]
  },
  'reads another response by its methods': async (response, other) => [
    await outcome(response.json.call(other)),
    await outcome(response.text.call(other)),
  ],
  'calls its methods on nothing': async ({ json, text }) => [
    await outcome(Reflect.apply(json, undefined, [])),
    await outcome(Reflect.apply(text, undefined, [])),
    await outcome(Reflect.apply(text, {}, [])),
  ],
  'reads it by the methods of the class': async (response) => [
    await outcome(Response.prototype.text.call(response)),
    await outcome(response.text()),
    stateOf(response),
  ],
  'looks at its class': (response) => [response.constructor === Response, response instanceof Response],
}

const TEXTS = {
  JSON: '{"id":1,"__proto__":{"a":1},"then":2}',
  'a text that is no JSON': '<p>Hello</p>',
  'no text': '',
  'a byte order mark': '\ufeff[1]',
  'two byte order marks': '\ufeff\ufeff[1]',
  'a lone surrogate': '["\ud800"]',
  'a pair of surrogates': '["\u{1f600}é"]',
}

describe.each(Object.entries(TEXTS))("a response of %s is as the platform's", (_what, text) => {
  test.each(Object.entries(ACTS))('for a client that %s', async (_does, act) => {
    const ours = await act(makeResponse(text, {}) as Made, new Response('"other"'))
    expect(ours).toEqual(await act(new Response(text) as Made, new Response('"other"')))
  })
})

test.each(['json', 'text'] as const)('a spy on Response.prototype.%s sees mocked responses', async (method) => {
  const mocks = setupMocks([rest.get('/users', [1])])
  onTestFinished(mocks.start())
  await (await fetch('http://api.test/users'))[method]()
  const spy = vi.spyOn(Response.prototype, method).mockResolvedValueOnce('mine' as never)
  const response = await fetch('http://api.test/users')
  expect([await response[method](), spy.mock.contexts[0] === response]).toEqual(['mine', true])
})

test.each(['json', 'text'] as const)(
  'a spy that is older than the first mocked response sees it: %s',
  async (method) => {
    makeClassAnew()
    const spy = vi.spyOn(Response.prototype, method)
    await makeResponse('[1]', {})[method]()
    makeClassAnew()
    expect(spy).toHaveBeenCalledOnce()
  },
)

test("a test's own subclass of Response reads mocked responses itself", async () => {
  class Own extends Response {
    override json = async () => 'mine'
  }
  vi.stubGlobal('Response', Own)
  const response = makeResponse('[1]', {})
  vi.unstubAllGlobals()
  expect(await response.json()).toBe('mine')
})

test('a text that is known is not read from its stream', async () => {
  const read = vi.spyOn(ReadableStreamDefaultReader.prototype, 'read')
  expect([await makeResponse('[1]', {}).json(), await makeResponse('a', {}).text()]).toEqual([[1], 'a'])
  expect(read).not.toHaveBeenCalled()
})
