import type { ClientHttp2Session } from 'node:http2'
import { syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'
import { isBun, isDeno } from '../../runtime/environment.ts'
import { neverConnecting } from '../../runtime/hosts/node.ts'
import { runAll } from '../../runtime/run-all.ts'
import { isAllowedOrigin } from '../../transport/expect-request.ts'
import { Source, type SourceOptions } from '../interceptor.ts'
import { doAll, patch, patchForRealms } from '../patch.ts'
import { ClientSession, type ClientSessions } from './client-session.ts'
import { isHttp2Loaded, nodeHttp2 } from './node-http2.ts'
import { openMocked, openMockedBehind, openRealBehind } from './open-session.ts'
import { type Connect, originOfSession, readConnect } from './read-connect.ts'
import type { SentHeaders, StreamOptions } from './sent-stream.ts'

/** The sessions of `node:http2` as a source: those that clients open, and those that they have opened before. */
export class Http2Interceptor extends Source {
  readonly #options: SourceOptions
  /** Also those of earlier starts: a client keeps its sessions for longer than the mocks are started. */
  readonly #sessions = new WeakMap<ClientHttp2Session, ClientSession>()

  constructor(options: SourceOptions) {
    super()
    this.#options = options
  }

  protected override patch(): () => void {
    // They have an HTTP/2 of their own.
    if (isBun() || isDeno()) return () => {}
    const mayHaveSessions = isHttp2Loaded()
    const http2 = nodeHttp2()
    return patchForRealms(http2, () => this.#patchSessions(http2, mayHaveSessions))
  }

  #patchSessions(http2: ReturnType<typeof nodeHttp2>, mayHaveSessions: boolean): () => void {
    const { connect } = http2
    let methods: Methods | undefined
    let undoRequest = () => {}
    const watch: Watch = (prototype) => {
      if (methods) return methods
      const { request: send } = prototype
      const request = this.#requesting(connect, send)
      undoRequest = patch(prototype, 'request', () => request)
      methods = { send, request }
      return methods
    }
    const undo = doAll([
      () => patch(http2, 'connect', () => this.#connecting(connect, watch)),
      () => {
        if (mayHaveSessions) watch(prototypeOfSessions(connect))
        return () => undoRequest()
      },
    ])
    // An import by name takes what is there when `node:http2` is loaded.
    if (mayHaveSessions) syncBuiltinESMExports()
    return () => runAll([undo, syncBuiltinESMExports])
  }

  /** Returns the function in place of Node's `connect`. */
  #connecting(original: Connect, watch: Watch): (...args: Parameters<Connect>) => ClientHttp2Session {
    const { isBypassed, isPassthroughByHead } = this.#options
    const connect = (...args: Parameters<Connect>): ClientHttp2Session => {
      if (!this.isActive) return original(...args)
      const asked = isBypassed() ? undefined : readConnect(args)
      if (!asked || isAllowedOrigin(asked.origin, isPassthroughByHead)) {
        const session = original(...args)
        watch(Object.getPrototypeOf(session))
        return session
      }
      const mocked = openMocked(original, asked)
      const { send, request } = watch(Object.getPrototypeOf(mocked.client))
      const openReal = () => openRealBehind(original, asked)
      this.#add(mocked.client, { origin: asked.origin, send, openMocked: () => mocked, openReal })
      // For good: it leads nowhere, so its streams after the end of the mocks need a real session.
      Object.defineProperty(mocked.client, 'request', { value: request, configurable: true, writable: true })
      return mocked.client
    }
    const promised = (authority: Parameters<Connect>[0], options: Parameters<Connect>[1]) =>
      new Promise((resolve, reject) => {
        const session = connect(authority, options, () => {
          session.removeListener('error', reject)
          resolve(session)
        })
        session.once('error', reject)
      })
    return Object.defineProperty(connect, promisify.custom, { value: promised })
  }

  /** Returns the method in place of `session.request`. */
  #requesting(connect: Connect, send: Send): Send {
    const source = this
    const { isBypassed } = this.#options
    return function request(this: ClientHttp2Session, headers?: SentHeaders, options?: StreamOptions) {
      const known = source.#sessions.get(this)
      const isReal = !source.isActive || isBypassed()
      // Node itself refuses a stream of a closed session.
      if (this.closed || this.destroyed || (isReal && !known)) return Reflect.apply(send, this, [headers, options])
      if (known && isReal) return known.sendReal(headers, options)
      return (known ?? source.#addReal(this, connect, send)).request(headers, options)
    }
  }

  /** Adds a session that the mocks have not opened. */
  #addReal(session: ClientHttp2Session, connect: Connect, send: Send): ClientSession {
    const origin = originOfSession(session)
    const openMocked = () => openMockedBehind(connect, origin)
    return this.#add(session, { origin, send, openMocked, openReal: () => session })
  }

  #add(session: ClientHttp2Session, sessions: ClientSessions): ClientSession {
    const { fault, isPassthroughByHead } = this.#options
    const handle = this.handle.bind(this)
    const added = new ClientSession({ ...sessions, front: session, fault, isPassthroughByHead, handle })
    this.#sessions.set(session, added)
    return added
  }
}

type Send = ClientHttp2Session['request']

/** Node's own method of sessions, and the one in its place. */
interface Methods {
  readonly send: Send
  readonly request: Send
}

/** Replaces the method of sessions, once. Node does not export their class: one of them is needed. */
type Watch = (prototype: ClientHttp2Session) => Methods

let knownSession: ClientHttp2Session | undefined

/** Returns the prototype of the sessions: that of one that never connects, and has nothing to close. */
function prototypeOfSessions(connect: Connect): ClientHttp2Session {
  knownSession ??= Object.getPrototypeOf(
    connect('http://localhost', { createConnection: neverConnecting }),
  ) as ClientHttp2Session
  return knownSession
}
