import { equal, tests } from './harness.js'
import { mocks, originals } from './mocks.js'
import './page-tests.js'
import './event-source-tests.js'
import './beacon-tests.js'
import './xhr-tests.js'
import './websocket-tests.js'

tests['the originals are restored'] = async () => {
  equal(globalThis.fetch === originals.fetch, false)
  mocks.stop()
  equal(globalThis.fetch === originals.fetch, true)
  equal(globalThis.XMLHttpRequest === originals.XMLHttpRequest, true)
  equal(globalThis.EventSource === originals.EventSource, true)
  equal(globalThis.WebSocket === originals.WebSocket, true)
  equal(navigator.sendBeacon === originals.sendBeacon, true)
}

/** What the driver asks for: the names of the tests, each with what it threw. */
window.runTests = async () => {
  mocks.start()
  const results = {}
  for (const [name, run] of Object.entries(tests)) {
    const timeout = new Promise((_resolve, reject) => setTimeout(() => reject(new Error('it never ended')), 20_000))
    results[name] = await Promise.race([run(), timeout]).then(
      () => null,
      (error) => String(error?.stack ?? error),
    )
  }
  return results
}
