const { mkdtempSync, readFileSync, rmSync } = require('node:fs')
const { createServer } = require('node:http')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

const content = { mimeType: 'application/json', text: '{"id":1}' }
const entry = { request: { method: 'GET', url: 'https://api.test/users/1' }, response: { status: 200, content } }

/** The tests of archives, whichever way the modules were loaded. */
exports.testArchives = ({ setupMocks }, { har, toHar }, { cassette }) => {
  const { CI, MYNAH_RECORD } = process.env

  beforeEach(() => Object.assign(process.env, { CI: '', MYNAH_RECORD: '' }))
  afterEach(() => Object.assign(process.env, { CI: CI ?? '', MYNAH_RECORD: MYNAH_RECORD ?? '' }))

  test('an archive answers, and the journal is one', async () => {
    const mocks = setupMocks(har({ log: { entries: [entry] } }))
    mocks.start()
    expect(await (await fetch('https://api.test/users/1')).json()).toEqual({ id: 1 })
    expect(toHar(mocks.calls()).log.entries[0].response.content.text).toBe('{"id":1}')
    mocks.stop()
  })

  test('bodies without a type, and bytes, come back', async () => {
    const answer = (path, content) => ({
      request: { method: 'GET', url: `https://api.test${path}` },
      response: { status: 200, content },
    })
    const entries = [answer('/text', { text: 'plain' }), answer('/bytes', { text: 'AP+A', encoding: 'base64' })]
    const mocks = setupMocks(har({ log: { entries } }))
    mocks.start()
    expect(await (await fetch('https://api.test/text')).text()).toBe('plain')
    expect(Buffer.from(await (await fetch('https://api.test/bytes')).arrayBuffer()).toString('base64')).toBe('AP+A')
    const contents = toHar(mocks.calls()).log.entries.map(({ response }) => response.content)
    mocks.stop()
    expect(contents).toEqual([
      { mimeType: '', size: 5, text: 'plain' },
      { mimeType: '', size: 3, text: 'AP+A', encoding: 'base64' },
    ])
  })

  test('a cassette records what is missing, under the name of this file, and replays it', async () => {
    const server = createServer((request, response) => response.end(`answer to ${request.url}`))
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${server.address().port}`
    const folder = mkdtempSync(join(tmpdir(), 'mynah-cassette-'))
    const file = join(folder, 'api.har')
    const ask = async () => {
      const mocks = setupMocks(cassette(file, { origins: [origin] }))
      mocks.start()
      try {
        return await (await fetch(`${origin}/a`)).text()
      } finally {
        mocks.stop()
      }
    }
    try {
      expect(await ask()).toBe('answer to /a')
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    expect(await ask()).toBe('answer to /a')
    expect(JSON.parse(readFileSync(file, 'utf8')).log.entries[0]._recordedBy).toMatch(
      /passing\/archives(-jsdom)?\.test\.js$/,
    )
    rmSync(folder, { recursive: true })
  })

  test('the environment variables that this file sets count', () => {
    process.env.MYNAH_RECORD = 'none'
    expect(() => cassette(join(tmpdir(), 'no.har'), { origins: ['https://api.test'] })).toThrow(
      'recording is disabled here',
    )
  })
}
