import { Octokit as RestOctokit } from '@octokit/rest'
import { exists, redirect, rest, stream } from 'mynah'
import { Octokit } from 'octokit'
import { Agent, fetch as undiciFetch } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { EVERY_BYTE, FIVE_MEGABYTES } from './clients/contract/sample-bytes.ts'
import { deferred, messageOf, rejectionOf, start, startForgiving, thrownBy } from './promises/support.ts'

const API = 'https://api.github.com'
const REPO = { owner: 'octo', repo: 'cat' }
const ASSET = `${API}/repos/:owner/:repo/releases/assets/:id`
const asset = (octokit, more = {}) =>
  octokit.rest.repos.getReleaseAsset({
    ...REPO,
    asset_id: 1,
    headers: { accept: 'application/octet-stream' },
    ...more,
  })

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** How a test has it: without the pauses that it makes before it tries again. */
const PLAIN = { retry: { enabled: false }, throttle: { enabled: false } }

describe.each([
  { name: '@octokit/rest', Octokit: RestOctokit, tries: 1 },
  { name: 'octokit', Octokit, tries: 4 },
])('$name', { timeout: 1000 }, ({ Octokit, tries }) => {
  const create = (options) => new Octokit({ auth: 'secret', ...PLAIN, log: silent, ...options })

  describe('GET', () => {
    test('a user, by the name in the path', async () => {
      start([rest.get(`${API}/users/:username`, ({ request }) => ({ login: request.params.username }))])
      const { status, data } = await create().rest.users.getByUsername({ username: 'octo' })
      expect([status, data]).toEqual([200, { login: 'octo' }])
    })

    test('pages are followed by their link headers, to the last', async () => {
      const mocks = start([
        rest.get(`${API}/repos/:owner/:repo/issues`, ({ request, setHeader }) => {
          const page = Number(request.queries.page ?? 1)
          const next = `${API}/repositories/1/issues?per_page=2&page=${page + 1}`
          setHeader('link', `<${next}>; rel="next", <${API}/repositories/1/issues?per_page=2&page=3>; rel="last"`)
          return [{ number: 1 }, { number: 2 }]
        }),
        rest.get(`${API}/repositories/1/issues`, [{ number: 5 }], { match: { queries: { page: 3 } } }),
        rest.get(`${API}/repositories/1/issues`, ({ setHeader }) => {
          setHeader('link', `<${API}/repositories/1/issues?per_page=2&page=3>; rel="next"`)
          return [{ number: 3 }, { number: 4 }]
        }),
      ])
      const octokit = create()
      const issues = await octokit.paginate(octokit.rest.issues.listForRepo, { ...REPO, per_page: 2 })
      expect(issues.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
      expect(mocks.calls().map(({ request }) => request.url)).toEqual([
        `${API}/repos/octo/cat/issues?per_page=2`,
        `${API}/repositories/1/issues?per_page=2&page=2`,
        `${API}/repositories/1/issues?per_page=2&page=3`,
      ])
    })
  })

  describe('POST JSON', () => {
    test('an issue is matched by its title, and comes back', async () => {
      start([
        rest.post(`${API}/repos/:owner/:repo/issues`, ({ request }) => ({ number: 7, ...request.body }), {
          status: 201,
          match: { body: { title: 'A bug' } },
        }),
      ])
      const { status, data } = await create().rest.issues.create({ ...REPO, title: 'A bug', labels: ['bug'] })
      expect([status, data]).toEqual([201, { number: 7, title: 'A bug', labels: ['bug'] }])
    })
  })

  describe('error status', () => {
    test('a 404 is its error, with the message of the payload', async () => {
      const payload = { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' }
      start([rest.get(`${API}/users/:username`, payload, { status: 404 })])
      const error = await rejectionOf(create().rest.users.getByUsername({ username: 'nobody' }))
      expect(error).toMatchObject({ name: 'HttpError', status: 404, response: { data: payload } })
      expect(error.message).toBe('Not Found - https://docs.github.com/rest')
    })
  })

  describe('headers both ways', () => {
    test('the token goes out, the rate limit comes back', async () => {
      start([
        rest.get(`${API}/user`, ({ request }) => ({ login: request.headers.authorization }), {
          headers: { 'x-ratelimit-remaining': '4999' },
          match: { headers: { accept: 'application/vnd.github.v3+json', 'user-agent': exists() } },
        }),
      ])
      const { data, headers } = await create().rest.users.getAuthenticated()
      expect([data.login, headers['x-ratelimit-remaining']]).toEqual(['token secret', '4999'])
    })
  })

  describe('cookies', () => {
    test('a cookie goes out, and one comes back', async () => {
      start([
        rest.get(`${API}/user`, ({ request, setCookie }) => {
          setCookie('a', '1')
          return request.cookies
        }),
      ])
      const { data, headers } = await create().rest.users.getAuthenticated({ headers: { cookie: 'session=abc' } })
      expect([data, headers['set-cookie']]).toEqual([{ session: 'abc' }, 'a=1'])
    })
  })

  describe('empty', () => {
    test('a 204 has no data', async () => {
      start([rest.put(`${API}/user/starred/:owner/:repo`, undefined, { status: 204 })])
      const { status, data } = await create().rest.activity.starRepoForAuthenticatedUser(REPO)
      expect([status, data]).toEqual([204, ''])
    })
  })

  describe('binary', () => {
    test('an asset arrives byte by byte, and is uploaded so', async () => {
      const mocks = start([
        rest.get(ASSET, EVERY_BYTE, { headers: { 'content-type': 'application/octet-stream' } }),
        rest.post('https://uploads.github.com/repos/:owner/:repo/releases/:id/assets', { id: 1 }, { status: 201 }),
      ])
      const octokit = create()
      expect(new Uint8Array((await asset(octokit)).data)).toEqual(EVERY_BYTE)
      const headers = { 'content-type': 'application/octet-stream' }
      await octokit.rest.repos.uploadReleaseAsset({ ...REPO, release_id: 1, name: 'a', data: EVERY_BYTE, headers })
      expect(mocks.calls({ method: 'POST' }).map(({ request }) => request.body)).toEqual([EVERY_BYTE])
    })
  })

  describe('5 MB', () => {
    test('an asset arrives whole', async () => {
      start([rest.get(ASSET, FIVE_MEGABYTES, { headers: { 'content-type': 'application/octet-stream' } })])
      expect(Buffer.compare(new Uint8Array((await asset(create())).data), FIVE_MEGABYTES)).toBe(0)
    })
  })

  describe('stream', () => {
    test('chunks arrive one by one, each before the next is made', async () => {
      const gate = deferred()
      const chunks = async function* () {
        yield 'one'
        await gate.promise
        yield 'two'
      }
      start([rest.get(ASSET, () => stream(chunks()))])
      const { data } = await asset(create(), { request: { parseSuccessResponseBody: false } })
      const arrived = []
      for await (const chunk of data) {
        arrived.push(new TextDecoder().decode(chunk))
        gate.resolve()
      }
      expect(arrived).toEqual(['one', 'two'])
    })
  })

  describe('redirect', () => {
    test('a tarball is where its redirect leads', async () => {
      const tarball = 'https://codeload.github.com/octo/cat/legacy.tar.gz/main'
      start([
        rest.get(`${API}/repos/:owner/:repo/tarball/:ref`, redirect(tarball)),
        rest.get(tarball, EVERY_BYTE, { headers: { 'content-type': 'application/x-gzip' } }),
      ])
      const { data, url } = await create().rest.repos.downloadTarballArchive({ ...REPO, ref: 'main' })
      expect([new Uint8Array(data), url]).toEqual([EVERY_BYTE, tarball])
    })
  })

  describe('abort', () => {
    test('a request aborted under way rejects, and is aborted in the journal', async () => {
      const mocks = start([rest.get(`${API}/user`, {}, { delay: Number.POSITIVE_INFINITY })])
      const abort = new AbortController()
      mocks.on('request', () => abort.abort())
      const error = await rejectionOf(create().rest.users.getAuthenticated({ request: { signal: abort.signal } }))
      expect(error).toBe(abort.signal.reason)
      await expect.poll(() => mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted'])
    })
  })

  describe('time-out', () => {
    test('a request that waits no longer rejects with its time-out', async () => {
      start([rest.get(`${API}/user`, {}, { delay: Number.POSITIVE_INFINITY })])
      const signal = AbortSignal.timeout(50)
      const error = await rejectionOf(create().rest.users.getAuthenticated({ request: { signal } }))
      expect(error).toMatchObject({ name: 'HttpError', cause: { name: 'TimeoutError' } })
    })
  })

  describe('keep-alive agent', () => {
    test('requests in a row over the agent that it was given', async () => {
      start([rest.get(`${API}/user`, { login: 'octo' })])
      const dispatcher = new Agent({ connections: 1 })
      onTestFinished(() => dispatcher.close())
      const octokit = create({ request: { fetch: (url, options) => undiciFetch(url, { ...options, dispatcher }) } })
      const logins = []
      for (let count = 0; count < 3; count++) logins.push((await octokit.rest.users.getAuthenticated()).data.login)
      expect(logins).toEqual(['octo', 'octo', 'octo'])
    })
  })

  describe('unmatched', () => {
    const report = `No stub answers GET ${API}/users/nobody

Nearest: rest.post('${API}/users/:username')  octokit.test.js
  method  expected POST
          received GET

To answer it: rest.get('/users/nobody', {})
To let it reach the network: setupMocks(routes, { passthrough: ['${API}'] })`

    test('the error that rejects has the report as its message, and the test fails with it', async () => {
      const mocks = startForgiving([rest.post(`${API}/users/:username`, {})])
      const error = await rejectionOf(create().rest.users.getByUsername({ username: 'nobody' }))
      const failure = thrownBy(() => mocks.verify())
      expect(messageOf(error)).toBe(report)
      expect(messageOf(failure)).toBe(report)
      expect(error.cause).toBe(failure)
    })

    test('a request that it tries again, as octokit does, is one report, with how often', async () => {
      const mocks = startForgiving([rest.post(`${API}/users/:username`, {})])
      const octokit = create({ retry: { retryAfterBaseValue: 1 } })
      const error = await rejectionOf(octokit.rest.users.getByUsername({ username: 'nobody' }))
      expect(messageOf(error)).toBe(report)
      const expected = tries === 1 ? report : `${report}\n\nThis happened ${tries} times`
      expect(messageOf(thrownBy(() => mocks.verify()))).toBe(expected)
    })
  })
})
