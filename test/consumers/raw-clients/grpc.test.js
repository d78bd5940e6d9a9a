import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as grpc from '@grpc/grpc-js'
import { rest } from 'mynah'
import { whileMocked } from './while-mocked.js'

const bytes = {
  requestSerialize: Buffer.from,
  requestDeserialize: String,
  responseSerialize: Buffer.from,
  responseDeserialize: String,
}
const service = { hello: { path: '/greet.Greeter/Hello', requestStream: false, responseStream: false, ...bytes } }
const Greeter = grpc.makeGenericClientConstructor(service, 'Greeter')
const server = new grpc.Server()
server.addService(service, { hello: ({ request }, done) => done(null, `Hello ${request}`) })
let port
before(async () => {
  port = await new Promise((resolve, reject) => {
    const bound = (error, bound) => (error ? reject(error) : resolve(bound))
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), bound)
  })
})
after(() => server.forceShutdown())

/** Calls the server, and closes the client; returns the answer or the error. */
async function call() {
  const client = new Greeter(`127.0.0.1:${port}`, grpc.credentials.createInsecure())
  try {
    return await new Promise((resolve) => client.hello('Ada', (error, answer) => resolve(error ?? answer)))
  } finally {
    client.close()
  }
}

test('grpc-js: a call to a server on the allowlist reaches it, and is in the journal', async () => {
  await whileMocked([], { passthrough: [`http://127.0.0.1:${port}`] }, async (mocks) => {
    assert.equal(await call(), 'Hello Ada')
    assert.deepEqual(
      mocks.calls().map(({ request, outcome }) => [request.method, new URL(request.url).pathname, outcome]),
      [['POST', '/greet.Greeter/Hello', 'passed']],
    )
  })
})

test('grpc-js: a call without a stub fails with a report that says what it is, and keeps no connection open', async () => {
  const open = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const connections = open()
  await whileMocked([rest.get('/users', [])], {}, async (mocks) => {
    const report = `No stub answers POST http://127.0.0.1:${port}/greet.Greeter/Hello

It is a call of gRPC, which mynah does not mock
To let it reach the network: setupMocks(routes, { passthrough: ['http://127.0.0.1:${port}'] })`
    assert.ok((await call()).details.endsWith(report))
    assert.throws(() => mocks.verify(), { message: report })
  })
  while (open() > connections) await new Promise((resolve) => setImmediate(resolve))
})
