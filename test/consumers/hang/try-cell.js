import { failureOf } from './cells.js'

/** A request that has not ended by then hangs, in milliseconds. On a busy machine one that ends may take seconds. */
const NEVER = 30_000

/** Sends the request of a cell. Returns how long it took, and what is wrong with its end. */
export async function tryCell(cell, context) {
  const start = performance.now()
  const wrong = await Promise.race([askAndJudge(cell, context), never()])
  return { ms: performance.now() - start, wrong }
}

function never() {
  return new Promise((resolve) => {
    setTimeout(resolve, NEVER, 'hangs').unref()
  })
}

async function askAndJudge(cell, { client, mocks, origin }) {
  const { request, path } = cell
  const url = `${origin}${path}`
  const method = request.method ?? 'GET'
  const { ask, close } = client.open()
  const abort = new AbortController()
  const forget = mocks.on('request', (call) => {
    if (request.abort === 'during' && call.request.url === url) abort.abort()
  })
  const asked = {
    url,
    method,
    headers: request.headers ?? {},
    parts: request.parts,
    agent: request.agent ?? false,
    signal: abort.signal,
    onHead() {
      if (request.abort === 'body') abort.abort()
    },
  }
  if (request.abort === 'before') abort.abort()
  const ends = []
  try {
    for (let time = 0; time < (request.times ?? 1); time++) ends.push(await endOf(() => ask(asked)))
  } finally {
    if (request.abort === 'after') abort.abort()
    forget()
    close?.()
  }
  // What the abort or the end of an agent brings about late belongs to this cell.
  await new Promise(setImmediate)
  const expected = expectedEnd(cell, client, asked)
  const problems = ends.map((end) => differenceOf(describe(end), expected))
  return [...problems, wrongArrival(cell, mocks.calls({ path }))].find(Boolean)
}

async function endOf(ask) {
  try {
    const { status, bytes } = await ask()
    return { status, bytes: Buffer.from(bytes) }
  } catch (error) {
    return { error }
  }
}

function expectedEnd(cell, { failure }, { method, url }) {
  const { response } = cell
  const kind = failureOf(cell)
  const bytes = Buffer.from(method === 'HEAD' ? '' : (response.bytes ?? ''))
  if (kind === undefined) return { text: String(response.status), bytes }
  return { text: failure[kind].replaceAll('CODE', response.code).replaceAll('METHOD', method).replaceAll('URL', url) }
}

function describe({ status, bytes, error }) {
  return error === undefined ? { text: String(status), bytes } : { text: showError(error) }
}

function differenceOf(end, expected) {
  if (end.text !== expected.text) return `ended with '${end.text}', not with '${expected.text}'`
  if (end.bytes?.equals(expected.bytes) ?? true) return undefined
  return `has ${end.bytes.length} bytes, not the ${expected.bytes.length} expected`
}

/** An error and its causes on one line, each by its name, its code and what it says first. */
function showError(error) {
  const [line] = String(error.message).split('\n')
  const code = typeof error.code === 'string' ? ` ${error.code}` : ''
  return `${error.name}${code}: ${line}${error.cause?.name ? ` < ${showError(error.cause)}` : ''}`
}

function wrongArrival({ request }, calls) {
  const times = request.abort === 'before' ? 0 : (request.times ?? 1)
  if (calls.length !== times) return `arrived ${calls.length} times, not ${times}`
  const sent = request.parts?.join('')
  const other = calls.find((call) => call.request.body !== sent)
  return other && `arrived with the body ${other.request.body}, not ${sent}`
}
