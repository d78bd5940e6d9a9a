import { createHook } from 'node:async_hooks'
import { createServer } from 'node:net'

/** What Node makes for each connection, and for each question to the DNS, whoever asks. */
const LEAVING = new Set(['TCPCONNECTWRAP', 'PIPECONNECTWRAP', 'GETADDRINFOREQWRAP', 'GETNAMEINFOREQWRAP', 'QUERYWRAP'])

/** Watches for connections that leave the process, and listens at the servers that they would reach. */
export async function postSentinels() {
  const seen = []
  const hook = createHook({
    init(_id, type) {
      if (LEAVING.has(type)) seen.push(`${type}${new Error().stack.slice('Error'.length)}`)
    },
  })
  const server = createServer((socket) => {
    seen.push('connection')
    socket.destroy()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  hook.enable()
  return {
    /** Its name has to be looked up, and somebody is there. */
    host: `localhost:${server.address().port}`,
    /** What was seen since it was asked last. */
    seen: () => seen.splice(0),
    leave() {
      hook.disable()
      server.close()
    },
  }
}
