import http from 'node:http'
import https from 'node:https'
import * as bson from 'bson'
import Redis from 'ioredis'
import { Kafka, logLevel } from 'kafkajs'
import { MongoClient } from 'mongodb'
import mysql from 'mysql2'
import nodemailer from 'nodemailer'
import pg from 'pg'
import { WebSocket, WebSocketServer } from 'ws'
import { certificate } from './clients/certificate.ts'
import { LOOPBACK, once, testSame } from './sockets/compare.ts'

const tls = { ca: certificate.cert, servername: 'localhost' }

for (const secure of [false, true]) {
  testSame(
    `ws over ${secure ? 'wss' : 'ws'}: two sends`,
    async (recorder) => {
      const server = secure ? https.createServer(certificate) : http.createServer()
      const received = []
      new WebSocketServer({ server }).on('connection', (socket, request) => {
        received.push(Object.keys(request.headers))
        socket.on('message', (data, isBinary) => {
          received.push(String(data))
          socket.send(data, { binary: isBinary })
        })
      })
      const port = await recorder.bind(server)
      const socket = new WebSocket(`${secure ? 'wss' : 'ws'}://127.0.0.1:${port}`, { ca: certificate.cert })
      recorder.watch('ws', socket, ['open', 'close', 'error', 'ping', 'pong'])
      await once(socket, 'open')
      for (const message of ['first', 'second', 'x'.repeat(100_000)]) socket.send(message)
      let count = 0
      await new Promise((resolve) =>
        socket.on('message', (data) => {
          recorder.add(data.length)
          if (++count === 3) resolve()
        }),
      )
      socket.close(1000, 'done')
      await once(socket, 'close')
      recorder.add(received.map(String))
    },
    { passthrough: LOOPBACK },
  )

  testSame(`ioredis ${secure ? 'over TLS' : 'in the clear'}`, async (recorder) => {
    const port = await recorder.listen(redis, { secure })
    const client = new Redis({ port, host: '127.0.0.1', retryStrategy: null, ...(secure && { tls }) })
    recorder.watch('redis', client, ['connect', 'ready', 'close', 'end', 'error'])
    recorder.add(await Promise.all([client.set('a', '1'), client.get('a'), client.ping()]))
    client.disconnect()
    await once(client, 'end')
  })
}

testSame('pg', async (recorder) => {
  const port = await recorder.listen(postgres)
  const client = recorder.watch('pg', new pg.Client({ port, host: '127.0.0.1', user: 'mynah', database: 'test' }), [
    'end',
    'error',
  ])
  await client.connect()
  recorder.add((await client.query('SELECT 1 AS one')).rows)
  await client.end()
})

testSame('mysql2', async (recorder) => {
  const queries = []
  const server = mysql.createServer()
  server.on('connection', (connection) => {
    connection.on('error', () => {})
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.0',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 8,
      capabilityFlags: 0xff_ff_ff ^ 0x800,
    })
    connection.on('query', (sql) => {
      queries.push(sql)
      connection.writeOk({ affectedRows: 1 })
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server._server.address()
  const client = mysql.createConnection({ port, host: '127.0.0.1', user: 'mynah' })
  recorder.watch('mysql', client, ['connect', 'end', 'error'])
  const { affectedRows } = await new Promise((resolve, reject) =>
    client.query('INSERT 1', (error, result) => (error ? reject(error) : resolve(result))),
  )
  recorder.add(affectedRows, queries)
  client.destroy()
  server._server.close()
})

testSame('mongodb', async (recorder) => {
  const commands = []
  const port = await recorder.listen((socket) => mongo(socket, commands), { keepBytes: false })
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    heartbeatFrequencyMS: 60_000,
    maxPoolSize: 1,
  })
  for (const event of ['connectionCreated', 'connectionReady', 'connectionClosed'])
    client.on(event, () => recorder.add(event))
  await client.connect()
  recorder.add(await client.db('test').command({ ping: 1 }))
  await client.close()
  recorder.add(commands.filter((name) => name === 'ping'))
})

testSame('nodemailer', async (recorder) => {
  const port = await recorder.listen(smtp)
  const transport = nodemailer.createTransport({ port, host: '127.0.0.1', name: 'localhost', ignoreTLS: true })
  const { accepted, response } = await transport.sendMail({
    from: 'a@example.test',
    to: 'b@example.test',
    subject: 'Hello',
    text: 'body',
    messageId: '<1@example.test>',
    date: new Date(0),
  })
  recorder.add(accepted, response)
  transport.close()
})

testSame('kafkajs', async (recorder) => {
  const port = await recorder.listen((socket) => kafka(socket, port))
  const admin = new Kafka({
    brokers: [`127.0.0.1:${port}`],
    clientId: 'mynah',
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
  }).admin()
  for (const event of Object.values(admin.events))
    admin.on(event, () => !event.includes('request') && recorder.add(event))
  await admin.connect()
  recorder.add(await admin.listTopics())
  await admin.disconnect()
})

/** Answers commands of the Redis protocol, which begin with a line `*n`. */
function redis(socket) {
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
    for (;;) {
      const match = /^\*(\d+)\r\n/.exec(text)
      if (!match) return
      const lines = text.split('\r\n')
      const count = Number(match[1]) * 2 + 1
      if (lines.length <= count) return
      text = lines.slice(count).join('\r\n')
      const name = lines[2].toLowerCase()
      const info = 'redis_version:7.0.0\r\n'
      socket.write({ info: `$${info.length}\r\n${info}\r\n`, get: '$1\r\n1\r\n', ping: '+PONG\r\n' }[name] ?? '+OK\r\n')
    }
  })
}

/** Speaks enough of the PostgreSQL protocol, version 3, for a client that has no password and asks simple queries. */
function postgres(socket) {
  const message = (type, ...parts) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const ready = message('Z', 'I')
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), ready]))
    socket.on('data', (bytes) => {
      if (bytes[0] === 0x58) return socket.end()
      const field = message(
        'T',
        [0, 1],
        'one\0',
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 23],
        [0, 4],
        [255, 255, 255, 255],
        [0, 0],
      )
      socket.write(Buffer.concat([field, message('D', [0, 1], [0, 0, 0, 1], '1'), message('C', 'SELECT 1\0'), ready]))
    })
  })
}

/** Answers every command of MongoDB with `ok: 1`, and `hello` with what a server says of itself. */
function mongo(socket, commands) {
  let buffer = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    buffer = Buffer.concat([buffer, bytes])
    while (buffer.length >= 4 && buffer.length >= buffer.readInt32LE(0)) {
      const length = buffer.readInt32LE(0)
      const [id, code] = [buffer.readInt32LE(4), buffer.readInt32LE(12)]
      const isQuery = code === 2004
      const start = isQuery ? buffer.indexOf(0, 20) + 9 : 21
      const command = bson.deserialize(buffer.subarray(start, start + buffer.readInt32LE(start)))
      buffer = buffer.subarray(length)
      commands.push(Object.keys(command)[0])
      const document = bson.serialize({
        ok: 1,
        helloOk: true,
        isWritablePrimary: true,
        ismaster: true,
        maxBsonObjectSize: 16777216,
        maxMessageSizeBytes: 48000000,
        maxWriteBatchSize: 100000,
        minWireVersion: 0,
        maxWireVersion: 25,
      })
      const head = Buffer.alloc(isQuery ? 36 : 21)
      head.writeInt32LE(head.length + document.length, 0)
      head.writeInt32LE(id, 8)
      head.writeInt32LE(isQuery ? 1 : 2013, 12)
      if (isQuery) head.writeInt32LE(1, 32)
      socket.write(Buffer.concat([head, document]))
    }
  })
}

/** A mail server speaks first, and answers line by line. */
function smtp(socket) {
  let isData = false
  let text = ''
  socket.write('220 ready\r\n')
  socket.on('data', (bytes) => {
    text += bytes
    if (isData) {
      if (!text.endsWith('\r\n.\r\n')) return
      isData = false
      text = ''
      socket.write('250 queued\r\n')
      return
    }
    const lines = text.split('\r\n')
    text = lines.pop()
    for (const line of lines) {
      isData = line === 'DATA'
      socket.write(isData ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
    }
  })
}

/** Answers Kafka's `ApiVersions` and `Metadata`, in the versions that it offers. */
function kafka(socket, port) {
  let buffer = Buffer.alloc(0)
  const int16 = (value) => {
    const bytes = Buffer.alloc(2)
    bytes.writeInt16BE(value)
    return bytes
  }
  const int32 = (value) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(value)
    return bytes
  }
  const string = (value) => Buffer.concat([int16(value.length), Buffer.from(value)])
  socket.on('data', (bytes) => {
    buffer = Buffer.concat([buffer, bytes])
    while (buffer.length >= 4 && buffer.length >= buffer.readInt32BE(0) + 4) {
      const request = buffer.subarray(4, buffer.readInt32BE(0) + 4)
      buffer = buffer.subarray(request.length + 4)
      const versions = [int16(0), int32(2), int16(18), int16(0), int16(2), int16(3), int16(0), int16(0), int32(0)]
      const metadata = [
        int32(1),
        int32(0),
        string('127.0.0.1'),
        int32(port),
        int32(1),
        int16(0),
        string('topic'),
        int32(0),
      ]
      const body = Buffer.concat([request.subarray(4, 8), ...(request.readInt16BE(0) === 18 ? versions : metadata)])
      socket.write(Buffer.concat([int32(body.length), body]))
    }
  })
}
