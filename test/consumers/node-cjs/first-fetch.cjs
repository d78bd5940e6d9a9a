/*
 * A fetch taken before the start is the first of its process: undici compiles its parser only when it is connected, and
 * is silent, and deaf, for some turns. Tells what came of the request, and how many sockets have connected.
 */
const { Socket } = require('node:net')

let connections = 0
const { connect } = Socket.prototype
Socket.prototype.connect = function (...args) {
  connections++
  return connect.apply(this, args)
}
const { fetch } = globalThis
const { rest, setupMocks } = require('mynah')

const [url, isEnded] = process.argv.slice(2)
const mocks = setupMocks([rest.get('/users', [])])
mocks.start()
const sent = fetch(url).then(
  ({ status }) => status,
  () => 'failed',
)
if (isEnded) queueMicrotask(mocks.stop)
sent.then((outcome) => {
  mocks.stop()
  console.log(JSON.stringify([outcome, connections]))
})
