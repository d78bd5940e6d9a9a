import * as mynah from 'mynah/browser'

/** What became of one request: a response, or the error that rejects, which is the report if no stub answers. */
export type Result =
  | { kind: 'response'; status: string; headers: [name: string, value: string][]; body: string; stub: string }
  | { kind: 'error'; name: string; message: string }

const EXPORTS = Object.entries(mynah)
const { setupMocks } = mynah

/**
 * Evaluates the text of a list of stubs, starts mocks with it, and sends one request. All that mynah exports is in scope.
 * A mistake in either text is an error as well, since mynah refuses a wrong stub with the corrected code.
 */
export async function run(routes: string, request: string): Promise<Result> {
  let stop = () => {}
  try {
    const mocks = setupMocks(evaluate(routes), { log: false })
    stop = mocks.start()
    const response: Response = await evaluate(request)
    const body = await response.clone().text()
    const [call] = mocks.calls()
    return {
      kind: 'response',
      status: `${response.status} ${response.statusText}`.trim(),
      headers: [...response.headers],
      body: indent(body, response.headers.get('content-type') ?? ''),
      stub: call?.stub ? String(call.stub) : '',
    }
  } catch (error) {
    return error instanceof Error
      ? { kind: 'error', name: error.name, message: error.message }
      : { kind: 'error', name: 'Thrown', message: String(error) }
  } finally {
    try {
      stop()
    } catch {
      // `stop` throws the failure that is shown already.
    }
  }
}

/** Evaluates an expression with mynah's exports in scope. The reader runs their own code in their own page. */
function evaluate(code: string) {
  const source = code.trim().replace(/;$/, '')
  const names = EXPORTS.map(([name]) => name)
  const values = EXPORTS.map(([, value]) => value)
  return new Function(...names, `return (${source}\n)`)(...values)
}

function indent(body: string, type: string): string {
  if (!type.includes('json')) return body
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
