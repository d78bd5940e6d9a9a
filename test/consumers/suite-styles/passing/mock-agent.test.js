import { rest, setupMocks, text } from 'mynah'
import { Agent, request, fetch as undiciFetch } from 'undici'

// One origin, each intercept once, no pending interceptors at the end: the style of undici's MockAgent.
const issuer = rest.at('https://op.test')
const mocks = setupMocks([])
beforeAll(mocks)

test('a token is asked for with a form, then used', async () => {
  mocks.expect(
    issuer.post(
      '/token',
      { access_token: 'at', token_type: 'bearer' },
      { match: { body: /grant_type=client_credentials/ } },
    ),
    issuer.get('/userinfo', { sub: 'ada' }, { match: { headers: { authorization: 'Bearer at' } } }),
  )
  const token = await request('https://op.test/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  })
  const { access_token: accessToken } = await token.body.json()
  const info = await undiciFetch('https://op.test/userinfo', { headers: { authorization: `Bearer ${accessToken}` } })
  expect(await info.json()).toEqual({ sub: 'ada' })
})

test('a dispatcher of its own is mocked too', async () => {
  mocks.expect(issuer.get('/keys', text('{}'), { headers: { 'content-type': 'application/jwk-set+json' } }))
  const { headers } = await request('https://op.test/keys', { dispatcher: new Agent() })
  expect(headers['content-type']).toBe('application/jwk-set+json')
})
