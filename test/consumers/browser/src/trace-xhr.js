/** Runs an XMLHttpRequest as a scenario says, and returns all that a page can observe, event by event. */
export function traceXhr(
  Xhr,
  base,
  { method = 'GET', path, properties = {}, headers = {}, body, prepare, on = {}, partial = false, ignored = /$^/ },
) {
  return new Promise((resolve) => {
    const seen = []
    const xhr = new Xhr()
    const note = (what) => seen.push(what)
    const attempt = (name, run) => {
      try {
        note(`${name}: ${show(run())}`)
      } catch (error) {
        note(`${name} threw ${error.name}`)
      }
    }
    const tools = { note, attempt, base, finish: () => setTimeout(() => resolve(seen), 10) }
    const listen = (target, name) => {
      for (const type of [
        'loadstart',
        'progress',
        'load',
        'error',
        'abort',
        'timeout',
        'loadend',
        'readystatechange',
      ]) {
        if (!(`on${type}` in target)) continue
        target[`on${type}`] = (event) => {
          const { loaded, total, lengthComputable } = event
          const length = partial || xhr.readyState === 4 ? lengthOf(xhr) : ''
          const sizes = loaded === undefined ? '' : ` ${loaded}/${total} ${lengthComputable}`
          note(`${name}${type} ${xhr.readyState} ${xhr.status} ${length}${sizes} ${event.target === target}`)
          on[`${name}${type}`]?.(xhr, tools)
          if (name === '' && type === 'loadend' && !on.loadend) tools.finish()
        }
      }
    }
    listen(xhr, '')
    listen(xhr.upload, 'upload.')
    xhr.open(method, base + path)
    Object.assign(xhr, properties)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    prepare?.(xhr, tools)
    xhr.send(typeof body === 'function' ? body() : body)
    note('sent')
    on.sent?.(xhr, tools)
  }).then((seen) =>
    seen
      // Against the standard, Chromium fires `error` at an upload without a body.
      .filter((one) => (body ? one !== 'sent' : !one.startsWith('upload.')))
      // What Chromium tells of progress is not always what has just arrived.
      .filter((one) => !ignored.test(one))
      .map((one) => one.replaceAll(base, '')),
  )
}

const lengthOf = (xhr) => (xhr.responseType === '' ? xhr.responseText.length : '')

const IGNORED =
  /^(cache-control|connection|date|keep-alive|transfer-encoding|vary|access-control-.*|content-encoding): /

/** All that is asked of one that has ended. */
export async function readAll(xhr, { note, attempt, finish }) {
  attempt('status', () => xhr.status)
  attempt('url', () => new URL(xhr.responseURL).pathname)
  attempt('response', () => xhr.response)
  // Chromium parses JSON anew each time, against the standard.
  const { response } = xhr
  if (xhr.responseType !== 'json') attempt('same', () => xhr.response === response)
  attempt('text', () => xhr.responseText)
  attempt('xml', () => xhr.responseXML)
  attempt('header', () => xhr.getResponseHeader('Content-Type'))
  attempt('no header', () => xhr.getResponseHeader('x-none'))
  attempt('headers', () =>
    xhr
      .getAllResponseHeaders()
      .split('\r\n')
      .filter((line) => !IGNORED.test(line))
      .join('|'),
  )
  if (xhr.response instanceof Blob) note(`blob ${await xhr.response.text()}`)
  finish()
}

function show(value) {
  if (value instanceof ArrayBuffer) return `bytes ${new Uint8Array(value)}`
  if (value instanceof Blob) return `blob of ${value.size}, ${value.type}`
  if (value instanceof Document)
    return `${value.constructor.name} ${value.contentType} ${value.documentElement.outerHTML}`
  return JSON.stringify(value)
}
