const AT = 'https://api.test'
const json = (value) => ({ body: JSON.stringify(value), headers: { 'content-type': 'application/json' } })
const send = (method, path, init) => ({ method, url: new URL(path, AT).href, ...init })
const get = (path, headers) => send('GET', path, { headers })

const ALWAYS = [
  get('/a'),
  get('/a'),
  get('/a', { 'x-a': '1', a: 'b', accept: 'a/b', Authorization: 'x' }),
  get('/a', { 'x-a': 'b', accept: 'b', Authorization: 'Basic YTpi', cookie: 'a=1' }),
  get('/a?page=2'),
  send('POST', '/a', json({ b: 1 })),
  ...['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) => send(method, '/a')),
  get('/b'),
  get('https://other.test/a'),
]

/** What only forms are sent in which the RegExp finds something. */
const MORE = [
  [/page|quer|filter|\?|regexp|\/\w*\$?\/|=>/i, [get('/a?page=1'), get('/a?page=2&b=1'), get('/a?b=1&page=2')]],
  [/\bsse\(/, [get('/a', { accept: 'text/event-stream' }), get('/a/1', { accept: 'text/event-stream' })]],
  [/ids/, [get('/a?ids=1&ids=2')]],
  [/filter/, [get('/a?filter%5Bpage%5D=2')]],
  [
    /post|body|method/i,
    [
      send('POST', '/a'),
      send('POST', '/a', json({ b: 1, c: 2 })),
      send('POST', '/a', json([1])),
      send('POST', '/a', { body: 'b' }),
      send('POST', '/a', { body: 'text' }),
      send('POST', '/a', { body: 'b=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ],
  ],
  [/data/, [send('DELETE', '/a', json({ id: 1 }))]],
  [/PROPFIND|MERGE|method/i, [send('PROPFIND', '/a'), send('MERGE', '/a')]],
  [/\/a/, [get('/a/')]],
  [/\/a\/|:id|\*|begin|glob/, [get('/a/1'), get('/a/1/2'), get('/b/a')]],
  [/v1/, [get('/v1/a'), get('/v1/b/a')]],
  [/users/, [get('/users'), get('/users/1'), get('/users/2'), get('/users/1/b')]],
  [/files/, [get('/files/a'), get('/files/a/b')]],
  [/\*|\/.*\/|origin|host/, [get('https://v1.api.test/a'), get('http://api.test/a')]],
  [
    /graphql/,
    ['query GetUser { user { id } }', 'mutation Save { save }'].map((query) =>
      send('POST', '/graphql', json({ query, variables: { id: '1' } })),
    ),
  ],
]

/** What a form is sent: the order, the repeats and the variants show what it matches, and for how long. */
export const requestsFor = (form) => [
  ...ALWAYS,
  ...MORE.flatMap(([about, requests]) => (about.test(form) ? requests : [])),
]
