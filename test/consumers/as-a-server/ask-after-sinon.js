// Runs alone: Vitest's worker hears of its runner by `process.nextTick`, which one of the clocks replaces.
import { once } from 'node:events'
import http from 'node:http'
import sinon from 'sinon'

const CLIENTS = {
  'the status of a fetch': async (url) => (await fetch(url)).status,
  'the body of a fetch': async (url) => (await fetch(url)).text(),
  async http(url) {
    const [response] = await once(http.get(url), 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return text
  },
}

const { toFake, works } = JSON.parse(process.argv[2])
const clock = sinon.useFakeTimers({ toFake })
const { rest, setupMocks, stream } = await import('mynah')
const mocks = setupMocks([rest.get('/users', 'mocked'), rest.get('/parts', stream(['a', 'b']))])
mocks.start()
const results = {}
for (const name of works) {
  for (let turn = 0; turn < 70; turn++) await CLIENTS[name]('http://api.test/users')
  results[name] = await CLIENTS[name]('http://api.test/parts')
}
mocks.stop()
clock.restore()
console.log(JSON.stringify(results))
