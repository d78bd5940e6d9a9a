import { rest, setupMocks } from '../../src/entries/index.ts'
import { serveMocks } from '../../src/server/serve-mocks.ts'

/* The worker of a test runner, as a process that can be killed: its mocks begin an answer, or never answer. */
const mocks = setupMocks(
  [
    rest.get('http://api.test/never', {}, { delay: Number.MAX_SAFE_INTEGER }),
    rest.get(
      'http://api.test/half',
      () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(5)) })),
    ),
  ],
  { patch: false },
)
const { cookie } = await serveMocks(mocks, { title: 'is killed' })
mocks.on('request', () => process.stdout.write('asked\n'))
process.stdout.write(`${JSON.stringify(cookie)}\n`)
// The process of a runner lives on.
setInterval(() => {}, 60_000)
