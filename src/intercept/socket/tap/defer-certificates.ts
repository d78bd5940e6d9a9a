import tls, { type SecureContext, type SecureContextOptions } from 'node:tls'
import type { Destination } from '../../../transport/destination.ts'
import { patch } from '../../patch.ts'

/** The errors of certificates, keys and authorities that Node could not read, by the contexts that are used instead. */
const failures = new WeakMap<object, Error>()

/**
 * Lets a connection of an HTTP client begin although Node cannot read its `cert`, `key` or `ca`: a mocked request needs none.
 * `isDeferred` tells whether a connection is tapped and may not need them. Returns the undo.
 */
export function deferCertificates(isDeferred: (options: SecureContextOptions & Destination) => boolean): () => void {
  return patch(tls, 'createSecureContext', (original) => {
    return function createSecureContext(options: SecureContextOptions & Destination = {}): SecureContext {
      try {
        return original(options)
      } catch (error) {
        if (!(error instanceof Error && isDeferred(options))) throw error
        const empty = original()
        failures.set(empty, error)
        return empty
      }
    }
  })
}

/** Returns the error with which the connection of a socket fails, if its certificate could not be read. */
export function certificateError(socket: object): Error | undefined {
  const { secureContext } = (socket as { readonly _tlsOptions?: { readonly secureContext?: object } })._tlsOptions ?? {}
  return secureContext && failures.get(secureContext)
}
