/*
 * Runs all cells of one client, in a process of its own, and reports to its parent: fork('work.js', ['http']).
 */
import { setupMocks } from 'mynah'
import { cellsOf } from './cells.js'
import { clients } from './clients/index.js'
import { postSentinels } from './sentinels.js'
import { tryCell } from './try-cell.js'

/** So many at a time: each has a path of its own. */
const BATCH = 8

const strays = []
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => strays.push(`${event}: ${error?.stack ?? error}`))
}

const client = await clients[process.argv[2]]()
const sentinels = await postSentinels()
const cells = cellsOf(client).map((cell, index) => ({ ...cell, path: `/cell/${index}` }))
const mocks = setupMocks(cells.map(({ response, path }) => response.stub(path)).filter(Boolean))
const stop = mocks()
const attempt = (cell) => tryCell(cell, { client, mocks, origin: `${client.protocol ?? 'http:'}//${sentinels.host}` })

const results = new Map()
const possible = cells.filter(({ reason }) => reason === undefined)
for (let from = 0; from < possible.length; from += BATCH) {
  const batch = possible.slice(from, from + BATCH)
  const ended = await Promise.all(batch.map(attempt))
  for (const [index, cell] of batch.entries()) results.set(cell, ended[index])
}
// The unmatched requests have failed, as they should.
mocks.reset({ failures: true })
stop()
client.leave?.()
// A task for whatever the cells have left behind.
await new Promise(setImmediate)
sentinels.leave()

process.send({
  node: process.version,
  failure: client.failure,
  strays,
  left: sentinels.seen(),
  cells: cells.map((cell) => {
    const { request, response, reason } = cell
    return { request: request.name, response: response.name, reason, ...results.get(cell) }
  }),
})
process.disconnect()
