import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { isHttp2, originOf, readConnectArguments } from '../../src/transport/destination.ts'

const listener = () => {}

describe('each form of `socket.connect()` is read', () => {
  test.each([
    { args: [80], destination: { port: 80, host: null } },
    { args: ['80'], destination: { port: '80', host: null } },
    { args: [80, 'api.test'], destination: { port: 80, host: 'api.test' } },
    { args: [80, listener], destination: { port: 80, host: null }, heard: listener },
    { args: [80, 'api.test', listener], destination: { port: 80, host: 'api.test' }, heard: listener },
    { args: ['/run/api.sock'], destination: { path: '/run/api.sock' } },
    { args: ['/run/api.sock', listener], destination: { path: '/run/api.sock' }, heard: listener },
    { args: [{ port: 80 }], destination: { port: 80 } },
    { args: [{ port: 80 }, listener], destination: { port: 80 }, heard: listener },
    { args: [[{ port: 80 }, listener]], destination: { port: 80 }, heard: listener },
    { args: [[{ port: 80 }, null]], destination: { port: 80 } },
  ])('$args', ({ args, destination, heard }) => {
    expect(readConnectArguments(args)).toEqual({ destination, listener: heard })
  })
})

const socket = new Socket()
const secure = new TLSSocket(new Socket())

test.each([
  { of: socket, destination: { host: 'api.test', port: 8080 }, origin: 'http://api.test:8080' },
  { of: socket, destination: { host: 'api.test', port: 80 }, origin: 'http://api.test' },
  { of: socket, destination: { host: '::1', port: 81 }, origin: 'http://[::1]:81' },
  { of: socket, destination: { host: null, port: '81' }, origin: 'http://localhost:81' },
  { of: socket, destination: { host: 'api.test' }, origin: 'http://api.test' },
  { of: secure, destination: { host: 'api.test', port: 443 }, origin: 'https://api.test' },
  { of: socket, destination: { path: '/run/api.sock' }, header: 'api.test:1', origin: 'http://api.test:1' },
  { of: socket, destination: { path: '/run/api.sock' }, origin: 'http://localhost' },
  { of: secure, destination: undefined, header: 'api.test', origin: 'https://api.test' },
])('a request is for $origin', ({ of, destination, header, origin }) => {
  expect(originOf(of, destination, header)).toBe(origin)
})

test('a client that only offers HTTP/2 will not speak HTTP/1.1', () => {
  const offers = [undefined, [], ['h2'], ['h2', 'http/1.1'], ['http/1.1']]
  expect(offers.map((ALPNProtocols) => isHttp2({ ALPNProtocols }))).toEqual([false, false, true, false, false])
})
