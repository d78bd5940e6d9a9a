import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** Serves a folder's Storybook as a developer does. Resolves to its URL, and to what stops it. */
export async function serveStorybook(configFolder = '.storybook') {
  const port = await freePort()
  const options = ['dev', '-c', configFolder, '--ci', '--port', String(port), '--exact-port']
  const dev = spawn('node_modules/.bin/storybook', [...options, '--disable-telemetry', '--quiet'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = []
  for (const output of [dev.stdout, dev.stderr]) output.setEncoding('utf8').on('data', (text) => printed.push(text))
  const url = `http://localhost:${port}`
  // Storybook starts processes of its own.
  const stop = () => process.kill(-dev.pid)
  try {
    await until(async () => (await readIndex(url)) !== undefined)
  } catch {
    stop()
    throw new Error(`Storybook does not come:\n${printed.join('')}`)
  }
  return { url, stop }
}

/** Waits until Storybook knows a story: it looks for new ones after a file has changed. */
export function untilListed(url, storyId) {
  return until(async () => (await readIndex(url))?.entries[storyId] !== undefined)
}

async function readIndex(url) {
  try {
    const response = await fetch(`${url}/index.json`)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

async function until(isReady) {
  const deadline = Date.now() + 60_000
  while (!(await isReady())) {
    if (Date.now() > deadline) throw new Error('It took longer than a minute')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
