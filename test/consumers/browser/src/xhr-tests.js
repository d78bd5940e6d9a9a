import { ANSWERS } from './answers.js'
import { equal, form, same, sendXhr, tests } from './harness.js'
import { API, mocks, originals } from './mocks.js'
import { traceXhr } from './trace-xhr.js'
import { SCENARIOS } from './xhr-scenarios.js'

tests['XMLHttpRequest gets JSON, from its own origin and another'] = async () => {
  const own = await sendXhr('GET', '/users', { responseType: 'json' })
  equal(own.response, [{ id: 1, name: 'John' }])
  const other = await sendXhr('GET', `${API}/users/7`, { headers: { authorization: 'Bearer 1' } })
  equal(JSON.parse(other.responseText), { id: '7', from: `${API}/users/7` })
  const teapot = await sendXhr('GET', '/greeting')
  equal([teapot.status, teapot.responseText, teapot.getResponseHeader('x-mood')], [418, 'hello', 'good'])
}

tests['XMLHttpRequest is aborted'] = async () => {
  const xhr = new XMLHttpRequest()
  const ended = new Promise((resolve) => {
    xhr.onabort = xhr.onload = xhr.onerror = ({ type }) => resolve(type)
  })
  xhr.open('GET', '/never')
  xhr.send()
  setTimeout(() => xhr.abort(), 10)
  equal(await ended, 'abort')
}

tests['XMLHttpRequest times out'] = async () => {
  mocks.reset({ failures: true })
  equal(await sendXhr('GET', '/never', { timeout: 10 }).catch((type) => type), 'timeout')
  equal((await sendXhr('GET', '/users', { timeout: 1000 })).status, 200)
  equal(
    mocks.calls().map(({ outcome }) => outcome),
    ['aborted', 'answered'],
  )
}

tests['a form with a file is uploaded by XMLHttpRequest'] = async () => {
  const { responseText } = await sendXhr('POST', '/files', { body: form() })
  equal(JSON.parse(responseText), { title: 'Hello', name: 'a.txt', type: 'text/plain', text: 'the file' })
}

tests['an XMLHttpRequest is one, whoever asks'] = async () => {
  const xhr = new XMLHttpRequest()
  equal([xhr instanceof XMLHttpRequest, xhr instanceof originals.XMLHttpRequest], [true, true])
  equal([XMLHttpRequest.DONE, xhr.LOADING, String(xhr)], [4, 3, '[object XMLHttpRequest]'])
  equal(xhr.upload instanceof XMLHttpRequestUpload, true)
}

tests['a synchronous XMLHttpRequest passes through, or is refused with the reason'] = async () => {
  const send = (url) => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', url, false)
    xhr.send()
    return xhr.responseText
  }
  const messageOf = (url) => {
    try {
      return send(url)
    } catch ({ code, message }) {
      return `${code}: ${message.split('\n')[0]}`
    }
  }
  equal(send('/real/json'), ANSWERS['/json'].body)
  await new Promise((resolve) => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', '/real/json')
    xhr.onload = resolve
    xhr.send()
  })
  const passed = mocks.calls().filter(({ request }) => request.url.endsWith('/real/json'))
  equal(
    passed.slice(-2).map(({ response }) => [response.status, response.headers['content-type']]),
    [200, 200].map((status) => [status, ANSWERS['/json'].type]),
  )
  equal(messageOf('/user'), `UNMATCHED_REQUEST: No stub answers GET ${location.origin}/user`)
  equal(
    messageOf('/users'),
    `ENVIRONMENT: GET ${location.origin}/users was sent by a synchronous XMLHttpRequest, which cannot be mocked: it cannot wait for an answer`,
  )
  let failures = []
  try {
    mocks.verify()
  } catch ({ errors }) {
    failures = errors.map(({ code }) => code)
  }
  equal(failures, ['UNMATCHED_REQUEST', 'ENVIRONMENT'])
  mocks.reset({ failures: true })
}

tests['what XMLHttpRequest sends arrives as it was sent'] = async () => {
  mocks.reset({ failures: true })
  const headers = { 'x-team': 'Red', 'X-Team': 'Blue' }
  await sendXhr('POST', '/text', { body: 'hi', headers, withCredentials: true })
  await sendXhr('POST', '/text', { body: new DOMParser().parseFromString('<a/>', 'text/xml') })
  await sendXhr('POST', '/text', { body: new URLSearchParams({ a: '1' }) })
  await sendXhr('GET', '/users', { body: 'no body' })
  const requests = mocks.calls().map(({ request }) => request)
  equal(
    requests.map(({ body, headers }) => [body, headers['content-type']]),
    [
      ['hi', 'text/plain;charset=UTF-8'],
      ['<a/>', 'application/xml;charset=UTF-8'],
      [{ a: '1' }, 'application/x-www-form-urlencoded;charset=UTF-8'],
      [undefined, undefined],
    ],
  )
  equal([requests[0].headers['x-team'], requests[0].raw.credentials], ['Red, Blue', 'include'])
  equal(await requests[0].raw.text(), 'hi')
}

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  tests[`XMLHttpRequest is as the page's own: ${name}`] = async () => {
    const native = await traceXhr(originals.XMLHttpRequest, '/real', scenario)
    same('let out', await traceXhr(XMLHttpRequest, '/real', scenario), native)
    same('mocked', await traceXhr(XMLHttpRequest, '/mocked', scenario), native)
    mocks.reset({ failures: true })
  }
}
