import { testScenarios } from './compare.ts'
import type { ClientClass } from './recorder.ts'

testScenarios("Node's", WebSocket)

// Neither undici 8 nor jsdom can be loaded in Node 20.
if (!process.version.startsWith('v20.')) {
  const undici = await import('undici')
  testScenarios("undici's", undici.WebSocket as unknown as ClientClass)
  // @ts-expect-error It has no types.
  const { JSDOM } = await import('jsdom')
  testScenarios("jsdom's", new JSDOM('', { url: 'http://page.test/' }).window.WebSocket)
}
