import { type IncomingMessage, request } from 'node:http'
import { MynahError } from '../core/errors.ts'
import { bypass } from '../runtime/bypass.ts'
import type { Lines } from './call-sites.ts'
import type { TestAddress } from './cookie.ts'
import { ID_HEADER, LONGEST_HEAD } from './wire.ts'

/** In milliseconds. A test answers at once whether it is here; whatever else has its port may never answer. */
const LONGEST_CHECK = 10_000

interface Forwarded {
  readonly method: 'HEAD' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string | undefined
  readonly signal: AbortSignal | undefined
}

/** The test to which a request of the application's server belongs, as long as the server works on that request. */
export class FollowedTest {
  readonly lines: Lines = new Map()
  readonly #address: TestAddress
  readonly #longestCheck: number
  #checked: Promise<unknown> | undefined

  constructor(address: TestAddress, longestCheck: number = LONGEST_CHECK) {
    this.#address = address
    this.#longestCheck = longestCheck
  }

  /**
   * Sends a message to the test, and returns the answer. Before the first one, asks whether the test is there: nothing of the
   * application's requests goes to anything else that has the port by now.
   * @throws {MynahError} `ENVIRONMENT`, if the test is gone.
   */
  async send(sent: Forwarded): Promise<IncomingMessage> {
    this.#checked ??= this.#exchange({ method: 'HEAD', signal: AbortSignal.timeout(this.#longestCheck) })
    await this.#checked
    return this.#exchange(sent)
  }

  async #exchange({ method, headers, body, signal }: Forwarded): Promise<IncomingMessage> {
    const { port, id } = this.#address
    // Node would take port 80.
    if (port === 0) throw this.goneError(new Error('the cookie names no port'))
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = bypass(() =>
        request({
          host: '127.0.0.1',
          port,
          method,
          headers: { ...headers, [ID_HEADER]: id },
          // Each message has a connection of its own: when the test ends, none is left that could fail later.
          agent: false,
          maxHeaderSize: LONGEST_HEAD,
          ...(signal && { signal }),
        }),
      )
      outgoing.once('response', resolve)
      outgoing.on('error', (error) => reject(this.goneError(signal?.aborted ? signal.reason : error)))
      outgoing.end(body)
    })
    if (answer.headers[ID_HEADER] === id) return answer
    answer.destroy()
    throw this.goneError(new Error('another program has the port'))
  }

  goneError(cause: Error): MynahError {
    const { title, port } = this.#address
    const problem = `The test "${title}" no longer answers at 127.0.0.1:${port}: ${cause.message}`
    const advice =
      'Only its own test answers a request with the cookie mynah-test, so it did not reach the network. ' +
      'Make the test wait for the requests it causes, or delete the cookie'
    return new MynahError('ENVIRONMENT', `${problem}\n\n${advice}`, { cause })
  }
}
