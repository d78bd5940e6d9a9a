import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { preview } from 'vite'
import { launchOptions } from './consumers/launch-options.mjs'
import { checkOutcomes } from './outcomes.mjs'

/*
 * Stories without a panel: Storybook's addon for Vitest (CSF 3 and CSF Next), composed stories in Vitest and in Jest, and
 * Storybook's test runner on the built Storybook: `node headless.mjs addon csf-next composed jest test-runner`.
 */

const run = promisify(execFile)

// Without a browser the whole check is skipped. A child that skips itself leaves no report.
launchOptions()

/** Runs a command that writes a report, fails by it, and returns it. */
async function reportOf(file, args, env = {}) {
  await rm(file, { force: true })
  const ended = run('npx', args, { env: { ...process.env, ...env }, maxBuffer: 1e8 })
  const { code, stdout, stderr } = await ended.then(
    () => ({ code: 0 }),
    (error) => error,
  )
  const report = await readFile(file, 'utf8').catch(() => undefined)
  if (code !== 1 || report === undefined) throw new Error(`${args[0]} ended with ${code}\n${stdout}\n${stderr}`)
  return JSON.parse(report)
}

async function vitest(project) {
  const file = `vitest-${project}.json`
  const args = ['vitest', 'run', '--project', project, '--reporter=json', `--outputFile=${file}`]
  checkOutcomes(`Vitest, ${project}`, await reportOf(file, args))
}

async function jest() {
  const args = ['jest', '--config', 'composed/jest.config.mjs', '--json', '--outputFile=jest.json']
  const report = await reportOf('jest.json', args, { NODE_OPTIONS: '--experimental-vm-modules' })
  checkOutcomes('Jest, composed', report)
}

async function testRunner() {
  const server = await preview({ configFile: false, build: { outDir: 'storybook-static' }, preview: { port: 0 } })
  const [url] = server.resolvedUrls.local
  const args = ['test-storybook', '--url', url, '--index-json', '--disable-telemetry', '--', 'headless', '--json']
  const report = await reportOf('runner.json', [...args, '--outputFile=runner.json'])
  checkOutcomes('Test runner', report, ({ ancestorTitles }) => ancestorTitles.at(-1))
  await server.close()
}

const RUNNERS = {
  addon: () => vitest('addon-vitest'),
  'csf-next': () => vitest('CSF Next'),
  composed: () => vitest('composed'),
  jest,
  'test-runner': testRunner,
}
for (const name of process.argv.slice(2)) await RUNNERS[name]()
