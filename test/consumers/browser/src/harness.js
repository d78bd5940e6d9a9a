/** What is tried in the page, by name. */
export const tests = {}

export function form() {
  const body = new FormData()
  body.append('title', 'Hello')
  body.append('file', new File(['the file'], 'a.txt', { type: 'text/plain' }))
  return body
}

/** Rejects with the type of the last event, if that is not `load`. */
export function sendXhr(method, url, { headers = {}, body, ...properties } = {}) {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    Object.assign(xhr, properties)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.onload = () => resolve(xhr)
    xhr.onerror = xhr.onabort = xhr.ontimeout = ({ type }) => reject(type)
    xhr.send(body)
  })
}

/** Compares two traces line by line, and shows the lines from the first difference on. */
export function same(what, actual, expected) {
  const from = expected.findIndex((line, index) => line !== actual[index])
  if (from < 0 && actual.length === expected.length) return
  const shown = (lines) => lines.slice(from < 0 ? expected.length : from).join('\n  ')
  throw new Error(`${what}, after ${expected[from - 1]}\nexpected\n  ${shown(expected)}\ngot\n  ${shown(actual)}`)
}

export function equal(actual, expected) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== b) throw new Error(`expected ${b}, got ${a}`)
}
