import type { Socket } from 'node:net'

/**
 * Keeps the head of the next response that a socket receives from its client, which has had one like it already: a
 * tunnel's. Calls `then` when it has come; one that is no success breaks the socket off.
 */
export function swallowHead(socket: Socket, then: () => void): void {
  let received = Buffer.alloc(0)
  socket.push = (chunk: Buffer | null) => {
    received = Buffer.concat([received, chunk ?? Buffer.alloc(0)])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0 && chunk !== null) return true
    Reflect.deleteProperty(socket, 'push')
    const [line = ''] = received.toString('latin1').split('\r\n', 1)
    if (end < 0 || !/^HTTP\/1\.\d 2/.test(line)) {
      socket.destroy(Object.assign(new Error(`The proxy refused the tunnel: ${line}`), { code: 'ECONNRESET' }))
      return false
    }
    then()
    const rest = received.subarray(end + 4)
    return rest.length > 0 ? socket.push(rest) : true
  }
}
