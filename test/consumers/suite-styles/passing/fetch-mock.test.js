import { rest, setupMocks } from 'mynah'

// A fetch of its own for each test, injected, without any patch: fetch-mock's sandbox. Such tests may run at once.
function release({ fetch, version }) {
  return fetch('https://api.github.test/repos/a/b/releases', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'token x' },
    body: JSON.stringify({ tag_name: version }),
  })
}

describe.concurrent('at once', () => {
  test.for(['1.0.0', '2.0.0', '3.0.0'])('each has its own answers and journal: %s', async (version, { expect }) => {
    const mocks = setupMocks([
      rest.post('https://api.github.test/repos/a/b/releases', { url: `/releases/${version}` }, { status: 201 }),
    ])
    const response = await release({ fetch: mocks.fetch, version })
    expect([response.status, await response.json()]).toEqual([201, { url: `/releases/${version}` }])
    expect(mocks.calls('POST /repos/:owner/:repo/releases').map(({ request }) => request.body)).toEqual([
      { tag_name: version },
    ])
    mocks.stop()
  })
})

test('what is expected of an injected fetch has to come', async () => {
  const mocks = setupMocks([])
  await mocks.fetch('https://api.github.test/none').catch(() => {})
  mocks.reset({ failures: true })
  mocks.expect(rest.post('/repos/:owner/:repo/releases', {}, { match: { body: { tag_name: '1.0.0' } } }))
  expect(() => mocks.verify()).toThrow('An expected request did not arrive')
  await release({ fetch: mocks.fetch, version: '1.0.0' })
  mocks.verify()
  mocks.stop()
})
