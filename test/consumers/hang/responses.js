import { networkError, rest, stream, text } from 'mynah'

const LARGE = new Uint8Array(5 * 1024 * 1024).map((_, index) => (index * 31) % 251)

const nextTurn = () => new Promise(setImmediate)

async function* parts() {
  for (const part of ['first ä, ', 'second, ', 'third']) {
    yield part
    await nextTurn()
  }
}

/** What a resolver throws: a bug of the test's, which the client has to hear of. */
export const BUG = new RangeError('a bug in the resolver')

/**
 * What a cell is answered with: `stub` declares it on a path, `status` and `bytes` arrive, or `fails` names the way that the
 * client fails. `long`: its body is still to come when its head has arrived.
 */
export const responses = [
  { name: 'none', stub: (path) => rest.all(path, undefined), status: 200, bytes: '' },
  { name: "`''`", stub: (path) => rest.all(path, ''), status: 200, bytes: '""' },
  { name: 'text', stub: (path) => rest.all(path, text('täxt')), status: 200, bytes: 'täxt' },
  { name: 'JSON', stub: (path) => rest.all(path, { id: 1, name: 'ä' }), status: 200, bytes: '{"id":1,"name":"ä"}' },
  { name: '5 MB', stub: (path) => rest.all(path, LARGE), status: 200, bytes: LARGE, long: true },
  {
    name: 'stream',
    stub: (path) => rest.all(path, () => stream(parts())),
    status: 200,
    bytes: 'first ä, second, third',
    long: true,
  },
  { name: '204', stub: (path) => rest.all(path, undefined, { status: 204 }), status: 204, bytes: '' },
  { name: '304', stub: (path) => rest.all(path, undefined, { status: 304 }), status: 304, bytes: '' },
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'].map((code) => ({
    name: code,
    stub: (path) => rest.all(path, networkError(code)),
    fails: 'network',
    code,
  })),
  {
    name: 'throws',
    stub: (path) =>
      rest.all(path, () => {
        throw BUG
      }),
    fails: 'bug',
  },
  { name: 'unmatched', stub: () => undefined, fails: 'unmatched' },
]
