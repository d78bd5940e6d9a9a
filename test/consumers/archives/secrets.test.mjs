import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { cassette } from 'mynah/record'
import { CLIENTS } from './clients.mjs'
import { serve, temporaryFile, withStubs } from './folder.mjs'

/** Real-looking secrets, none of which may be written; `n` tells the first time from the second. */
function secretsOf(n) {
  const text = (name) => `${name}Zx9${n}k3v8q2`
  const base64 = (value) => Buffer.from(value).toString('base64url')
  const jwt = `eyJ${base64(`hbGciOiJIUzI1NiJ9${n}`)}.${base64(`{"sub":"user-${n}"}`)}.${base64(text('sign'))}`
  return {
    bearer: text('bearer'),
    basic: Buffer.from(`ada:${text('basic')}`).toString('base64'),
    cookie: text('cookie'),
    key: text('key'),
    query: text('query'),
    access: text('access'),
    password: text('password'),
    client: text('client'),
    nested: text('nested'),
    jwt,
    form: text('form'),
    otp: text('otp'),
    answered: text('answered'),
    session: text('session'),
    refresh: text('refresh'),
    signature: text('signature'),
    security: text('security'),
    credential: text('credential'),
    plain: text('plain'),
    line: text('line'),
    inQuery: text('inquery'),
    inUrl: text('inurl'),
    link: text('link'),
    hash: text('hash'),
    echoed: text('echoed'),
    next: text('next'),
    user: text('user'),
  }
}

/** What is asked with secrets in each place that they stand in. */
function requestsWith(s) {
  const json = JSON.stringify({
    user: 'ada',
    password: s.password,
    client_secret: s.client,
    credentials: { any: s.nested },
    assertion: s.jwt,
    token: s.jwt,
  })
  const form = new URLSearchParams({ grant_type: 'password', password: s.form, otp: s.otp, data: s.jwt })
  return [
    { path: '/bearer', headers: { authorization: `Bearer ${s.bearer}` } },
    { path: '/basic', headers: { authorization: `Basic ${s.basic}`, cookie: `sid=${s.cookie}; theme=dark` } },
    { path: '/key', headers: { 'x-api-key': s.key, 'x-amz-security-token': s.access } },
    { path: `/query?api_key=${s.query}&access_token=${s.access}&page=1&id=${s.jwt}` },
    { path: '/json', method: 'POST', headers: { 'content-type': 'application/json' }, body: json },
    {
      path: `/signed?X-Amz-Credential=${s.credential}&X-Amz-Security-Token=${s.security}&X-Amz-Signature=${s.signature}`,
    },
    { path: `/nested?filter=${encodeURIComponent(`{"token":"${s.inQuery}", "n":1}`)}` },
    { path: `/callback?next=${encodeURIComponent(`https://app.test/?sig=${s.inUrl}&n=1`)}` },
    {
      path: '/text',
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: `{ "password": "${s.plain}" }`,
    },
    {
      path: '/lines',
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: `{"token":"${s.line}"}\n{"n":1}`,
    },
    {
      path: '/form',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(form),
    },
  ]
}

function answerWith(s) {
  return (request, response) => {
    request.resume()
    response.writeHead(200, {
      'content-type': 'application/json',
      'set-cookie': [`session=${s.session}; Path=/; HttpOnly`, `csrf=${s.refresh}`],
      'x-auth-token': s.answered,
      location: `https://api.test/next?token=${s.answered}#access_token=${s.hash}`,
      link: `<https://api.test/?page=2&access_token=${s.link}>; rel="next"`,
    })
    response.end(
      JSON.stringify({
        ok: true,
        access_token: s.answered,
        user: { refresh_token: s.refresh, id_token: s.jwt },
        headers: { Cookie: `sid=${s.echoed}` },
        next: `https://ada:${s.user}@api.test/?page=2&signature=${s.next}`,
      }),
    )
  }
}

for (const [name, ask] of Object.entries(CLIENTS)) {
  test(`what ${name} sends and gets in secret is not written, and other secrets get the same answers`, async (t) => {
    const [first, second] = [secretsOf(1), secretsOf(2)]
    const origin = await serve(t, answerWith(first))
    const file = temporaryFile(t)
    const askAll = async (secrets) => {
      const answers = []
      for (const { path, ...init } of requestsWith(secrets)) answers.push(await ask(origin + path, init))
      return answers
    }
    const options = { origins: [origin] }
    const live = await withStubs(cassette(file, options), () => askAll(first))
    assert.deepEqual(
      live.map(({ status, body }) => [status, JSON.parse(body).access_token]),
      live.map(() => [200, first.answered]),
    )
    const written = readFileSync(file, 'utf8')
    const found = Object.entries(first).filter(([, secret]) => written.includes(secret))
    assert.deepEqual(found, [])
    assert.equal(JSON.parse(written).log.entries.length, live.length)
    const again = await withStubs(cassette(file, { ...options, mode: 'none' }), () => askAll(second))
    assert.deepEqual(
      again.map(({ status, body }) => [status, JSON.parse(body)]),
      live.map(() => [
        200,
        {
          ok: true,
          access_token: '(hidden)',
          user: { refresh_token: '(hidden)', id_token: '(hidden)' },
          headers: { Cookie: '(hidden)' },
          next: 'https://(hidden)@api.test/?page=2&signature=(hidden)',
        },
      ]),
    )
  })
}

for (const name of ['http', 'axios', 'got']) {
  test(`the user and the password in a URL that ${name} asks for are not written`, async (t) => {
    const [first, second] = [secretsOf(1), secretsOf(2)]
    const origin = await serve(t, answerWith(first))
    const file = temporaryFile(t)
    const ask = ({ user }) => CLIENTS[name](`${origin.replace('//', `//ada:${user}@`)}/a`)
    const options = { origins: [origin] }
    assert.equal((await withStubs(cassette(file, options), () => ask(first))).status, 200)
    const written = readFileSync(file, 'utf8')
    const basic = Buffer.from(`ada:${first.user}`).toString('base64')
    assert.deepEqual([written.includes(first.user), written.includes(basic)], [false, false])
    assert.equal((await withStubs(cassette(file, { ...options, mode: 'none' }), () => ask(second))).status, 200)
  })
}
