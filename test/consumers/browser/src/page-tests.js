import { UnmatchedRequestError } from 'mynah'
import { equal, form, sendXhr, tests } from './harness.js'
import icon from './icon.svg'
import { API, firstIsRead, mocks } from './mocks.js'

tests['the page loads what is its own'] = async () => {
  const image = new Image()
  image.src = icon
  await image.decode()
  equal((await import('./lazy.js')).lazy, 'loaded')
  equal((await (await fetch(icon)).text()).startsWith('<svg'), true)
  equal(await sendXhr('GET', icon).then(({ status }) => status), 200)
  equal(mocks.unmatched(), [])
}

tests['fetch gets JSON, from its own origin and another'] = async () => {
  const response = await fetch('/users?page=1')
  equal(response instanceof Response, true)
  equal(response.url, `${location.origin}/users?page=1`)
  equal(await response.json(), [{ id: 1, name: 'John' }])
  equal(await (await fetch(new Request(`${API}/users/7`))).json(), { id: '7', from: `${API}/users/7` })
}

tests['chunks come one by one'] = async () => {
  const { body, headers } = await fetch('/chunks')
  equal(headers.get('x-mood'), 'good')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  equal((await reader.read()).value, 'one ')
  firstIsRead()
  equal((await reader.read()).value, 'two')
  equal((await reader.read()).done, true)
}

tests["fetch is aborted with the signal's reason"] = async () => {
  const controller = new AbortController()
  const failure = fetch('/never', { signal: controller.signal }).catch((error) => error)
  const reason = new Error('enough')
  setTimeout(() => controller.abort(reason), 10)
  equal((await failure) === reason, true)
  const timeout = await fetch('/never', { signal: AbortSignal.timeout(10) }).catch((error) => error)
  equal(timeout.name, 'TimeoutError')
}

tests['a form with a file is uploaded by fetch'] = async () => {
  const response = await fetch('/files', { method: 'POST', body: form() })
  equal(await response.json(), { title: 'Hello', name: 'a.txt', type: 'text/plain', text: 'the file' })
}

tests['a form, parameters and a file of a frame are sent as those of the page'] = async () => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const { Blob, FormData, URLSearchParams } = frame.contentWindow
  const sent = async (path, body) => (await fetch(path, { method: 'POST', body })).json()
  const data = new FormData()
  for (const [name, value] of form()) data.append(name, value)
  equal(await sent('/files', data), { title: 'Hello', name: 'a.txt', type: 'text/plain', text: 'the file' })
  equal(await sent('/text', new Blob(['hi'], { type: 'text/plain' })), { got: 'hi' })
  equal(await sent('/text', new URLSearchParams({ page: '1' })), { got: { page: '1' } })
  frame.remove()
}

tests['the fetch of a frame and of a web worker reaches the network unseen, as the docs say'] = async () => {
  const seen = mocks.calls().length
  const url = `${location.origin}/real/json`
  const frame = document.body.appendChild(document.createElement('iframe'))
  equal((await frame.contentWindow.fetch(url)).status, 200)
  frame.remove()
  const code = `fetch('${url}').then(({ status }) => postMessage(status))`
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  equal(await new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data))), 200)
  worker.terminate()
  equal(mocks.calls().length, seen)
}

tests['what comes compressed is read'] = async () => {
  equal(await (await fetch('/compressed')).text(), 'squeezed')
  equal((await sendXhr('GET', '/compressed')).responseText, 'squeezed')
}

tests['text and bytes are sent'] = async () => {
  equal(await (await fetch('/text', { method: 'POST', body: 'hi' })).json(), { got: 'hi' })
  const { responseText } = await sendXhr('POST', '/text', { body: new Blob(['hi'], { type: 'text/plain' }) })
  equal(JSON.parse(responseText), { got: 'hi' })
}

tests['a login stores its cookie, and the next requests send it'] = async () => {
  const status = async () => [(await fetch('/me')).status, (await sendXhr('GET', '/me')).status]
  equal(await status(), [401, 401])
  await fetch('/login', { method: 'POST' })
  equal(document.cookie, 'session=abc')
  equal((await fetch('/me', { credentials: 'omit' })).status, 401)
  equal(await status(), [200, 200])
  await sendXhr('POST', '/logout')
  equal(await status(), [401, 401])
}

tests['the network fails'] = async () => {
  const error = await fetch('/down').catch((error) => error)
  equal([error.name, error.cause?.code], ['TypeError', 'ECONNREFUSED'])
  equal(await sendXhr('GET', '/down').catch((type) => type), 'error')
}

tests['a resolver that throws fails its request, whatever it throws'] = async () => {
  equal(await fetch('/broken').catch((error) => error), 'no error')
  equal(await sendXhr('GET', '/broken').catch((type) => type), 'error')
  mocks.reset({ failures: true })
}

tests['an unmatched request fails with the report'] = async () => {
  const error = await fetch('/user').catch((error) => error)
  equal(error instanceof UnmatchedRequestError, true)
  equal(error.message.split('\n').slice(0, 3), [
    `No stub answers GET ${location.origin}/user`,
    '',
    error.message.split('\n')[2],
  ])
  equal(error.message.includes("Nearest: rest.get('/users')"), true)
  equal(await sendXhr('GET', `${API}/user`).catch((type) => type), 'error')
  equal(
    mocks.unmatched().map(({ request }) => request.url),
    [`${location.origin}/user`, `${API}/user`],
  )
  mocks.reset({ failures: true })
}

tests['no worker is registered'] = async () => {
  equal(await navigator.serviceWorker.getRegistrations(), [])
}
