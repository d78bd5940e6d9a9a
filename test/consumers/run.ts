import { type SpawnOptions, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/*
 * Tries the packed tarball in real projects, each a folder beside this file.
 *
 *   npm run test:consumers                              all of them, on each Node that they name
 *   npm run test:consumers -- jest30 node-cjs           these
 *   npm run test:consumers -- --node 20 --node 24       on these
 *   npm run test:consumers -- --report counts.json      writes { passed, failed, skipped } to a file
 *   npm run test:consumers -- --keep                    leaves the projects where they ran
 *
 * A project's `test` script has to succeed; where it ends with 77, this machine lacks something that it needs, and it is
 * skipped: its last line says what. Where it has a `test:failing` script, that has to fail and to print what Jest's
 * `--json` prints, or Mocha's: each test named `fails: …` fails with the message that follows, all others pass. In
 * package.json, `consumer.nodes` are the major versions of Node to run on, and `consumer.like` is the folder, from
 * here, of another project whose files it has too; `consumer.shares` are files and folders of `test` that it has as
 * well, under the same path.
 */

/** Exact, so that a run can be repeated. The one that runs this file is taken where its major version is asked for. */
const NODES: Readonly<Record<number, string>> = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' }

const TIMEOUT = 180_000
const SKIPPED = 77
const HERE = import.meta.dirname
const ROOT = resolve(HERE, '../..')
const NPM_QUIET = ['--no-audit', '--no-fund', '--loglevel=error']

interface Consumer {
  readonly name: string
  readonly nodes: readonly number[]
  readonly like: string | undefined
  readonly shares: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly consumer?: {
    readonly nodes?: readonly number[]
    readonly like?: string
    readonly shares?: readonly string[]
  }
}

interface Result {
  readonly consumer: string
  readonly node: number
  readonly seconds: string
  readonly outcome: Outcome
}

type Outcome = { readonly kind: 'passed' } | { readonly kind: 'failed' | 'skipped'; readonly reason: string }

/** What Jest's `--json`, and Vitest's reporter of that name, print. */
interface Report {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly Ended[]
  }[]
}

/** What Mocha's reporter `json` prints. What a hook throws is a failure of its own, beside the test that passed. */
interface MochaReport {
  readonly passes: readonly { readonly title: string }[]
  readonly failures: readonly { readonly title: string; readonly err: { readonly message: string } }[]
}

/** A test, as a runner saw it end. */
interface Ended {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

interface Output {
  readonly code: number | null
  readonly stdout: string
  readonly all: string
}

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', multiple: true },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const folder = await mkdtemp(join(tmpdir(), 'mynah-consumers-'))
const nodeFolders = new Map<number, Promise<string>>()

try {
  const results = await tryAll(await findConsumers())
  const count = (kind: Outcome['kind']) => results.filter(({ outcome }) => outcome.kind === kind).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  const width = Math.max(...results.map(({ consumer }) => consumer.length))
  console.log(`\n${'consumer'.padEnd(width)}  node  seconds  result`)
  for (const { consumer, node, seconds, outcome } of results) {
    console.log(`${consumer.padEnd(width)}  ${String(node).padStart(4)}  ${seconds.padStart(7)}  ${show(outcome)}`)
  }
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  if (options.report) await writeFile(options.report, JSON.stringify({ passed, failed, skipped }))
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
} finally {
  if (options.keep) console.log(`Kept in ${folder}`)
  else await rm(folder, { recursive: true, force: true })
}

async function findConsumers(): Promise<Consumer[]> {
  const entries = await readdir(HERE, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const unknown = names.filter((name) => !folders.includes(name))
  if (unknown.length > 0) throw new Error(`No consumer ${unknown.join(', ')}: there are ${folders.join(', ')}`)
  const wanted = options.node?.map(Number)
  const consumers = folders
    .filter((name) => names.length === 0 || names.includes(name))
    .map(async (name): Promise<Consumer> => {
      const { scripts, consumer = {} }: Manifest = JSON.parse(await readFile(join(HERE, name, 'package.json'), 'utf8'))
      const { nodes = [24], like, shares = [] } = consumer
      return { name, scripts, like, shares, nodes: nodes.filter((node) => wanted?.includes(node) ?? true) }
    })
  return Promise.all(consumers)
}

async function tryAll(consumers: readonly Consumer[]): Promise<Result[]> {
  const tarball = await pack()
  const results: Result[] = []
  for (const consumer of consumers.filter(({ nodes }) => nodes.length > 0)) {
    const project = await install(consumer, tarball)
    for (const node of consumer.nodes) {
      const start = performance.now()
      const outcome = project.failure ? failed(project.failure) : await tryOn(node, project.path, consumer)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(`${show(outcome)}  ${consumer.name} on Node ${node} (${seconds} s)`)
      if ('reason' in outcome) console.log(outcome.reason.replace(/^/gm, '  '))
      results.push({ consumer: consumer.name, node, seconds, outcome })
    }
  }
  return results
}

function show({ kind }: Outcome): string {
  return kind === 'failed' ? 'FAILED' : kind
}

function failed(reason: string): Outcome {
  return { kind: 'failed', reason }
}

async function pack(): Promise<string> {
  await succeed('npm', ['run', 'build', '--silent'], { cwd: ROOT })
  const { stdout } = await succeed('npm', ['pack', '--json', '--pack-destination', folder, '--loglevel=error'], {
    cwd: ROOT,
  })
  const tarball = /"filename": "([^"]+)"/.exec(stdout)?.[1]
  if (tarball === undefined) throw new Error(`npm pack printed\n${stdout}`)
  return join(folder, tarball)
}

/** Copies a project out of this repository, so that it finds no module of ours, and installs what it needs. */
async function install({ name, like, shares }: Consumer, tarball: string): Promise<{ path: string; failure?: string }> {
  const path = join(folder, name)
  if (like) await cp(join(HERE, like), path, { recursive: true, filter: isSource })
  for (const shared of shares) await cp(join(HERE, '..', shared), join(path, shared), { recursive: true })
  await cp(join(HERE, name), path, { recursive: true, filter: isSource })
  for (const args of [
    ['ci', '--ignore-scripts'],
    ['install', '--no-save', '--ignore-scripts', tarball],
  ]) {
    const { code, all } = await run('npm', [...args, ...NPM_QUIET], { cwd: path, env: environment() })
    if (code !== 0) return { path, failure: `npm ${args[0]} failed\n${all}` }
  }
  return { path }
}

function isSource(path: string): boolean {
  return !relative(HERE, path).includes('node_modules')
}

/** Runs a project's scripts. */
async function tryOn(node: number, cwd: string, { scripts }: Consumer): Promise<Outcome> {
  const env = environment(await nodeFolder(node))
  const { code, all } = await run('npm', ['run', '--silent', 'test'], { cwd, env })
  if (code === SKIPPED) return { kind: 'skipped', reason: all.trim().split('\n').at(-1) ?? '' }
  if (code !== 0) return failed(`npm test ended with ${code}\n${all.slice(-6000)}`)
  if (!scripts['test:failing']) return { kind: 'passed' }
  const failing = await run('npm', ['run', '--silent', 'test:failing'], { cwd, env })
  if (failing.code === 0) return failed('npm run test:failing succeeded')
  try {
    const wrong = wrongResults(endedTests(JSON.parse(failing.stdout)))
    return wrong ? failed(wrong) : { kind: 'passed' }
  } catch (error) {
    return failed(`npm run test:failing printed no report: ${error}\n${failing.all.slice(-6000)}`)
  }
}

function endedTests(report: Report | MochaReport): Ended[] {
  if ('testResults' in report) return report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failures = report.failures.map(({ title, err }) => ({
    title: /^"after each" hook for "(.*)"$/s.exec(title)?.[1] ?? title,
    status: 'failed',
    failureMessages: [err.message],
  }))
  const passes = report.passes
    .filter(({ title }) => !failures.some((failure) => failure.title === title))
    .map(({ title }) => ({ title, status: 'passed', failureMessages: [] }))
  return [...failures, ...passes]
}

function wrongResults(results: readonly Ended[]): string {
  if (!results.some(({ title }) => title.startsWith('fails: '))) return 'No test ran that is to fail'
  return results
    .filter(({ title, status, failureMessages }) => {
      const expected = title.startsWith('fails: ') ? title.slice('fails: '.length) : undefined
      if (expected === undefined) return status !== 'passed'
      return status !== 'failed' || !failureMessages.some((message) => message.includes(expected))
    })
    .map(({ title, status, failureMessages }) => `${status}: ${title}\n${failureMessages.join('\n')}`)
    .join('\n')
}

/** The folder that has `node` in it; installed once a run. */
function nodeFolder(major: number): Promise<string> {
  const known = nodeFolders.get(major)
  if (known) return known
  const installing = installNode(major)
  nodeFolders.set(major, installing)
  return installing
}

async function installNode(major: number): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return dirname(process.execPath)
  const version = NODES[major]
  if (version === undefined) throw new Error(`No version of Node ${major} is named in ${import.meta.filename}`)
  const cwd = join(folder, `node-${version}`)
  await mkdir(cwd)
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  await succeed('npm', ['install', `node@${version}`, ...NPM_QUIET], { cwd, env: environment() })
  const bin = join(cwd, 'node_modules/node/bin')
  const { stdout } = await succeed(join(bin, 'node'), ['--version'], { cwd })
  if (stdout.trim() !== `v${version}`) throw new Error(`Node ${version} was asked for, ${stdout.trim()} came`)
  return bin
}

/** Ours, less what npm tells the scripts of this package, and the programs that it puts first in their path. */
function environment(first?: string): NodeJS.ProcessEnv {
  const { PATH = '', NODE_OPTIONS: _options, ...others } = process.env
  const own = Object.entries(others).filter(
    ([name]) => !/^(npm_(?!config_)|npm_config_local_prefix|VITEST|JEST)/.test(name),
  )
  const paths = PATH.split(delimiter).filter((path) => relative(ROOT, path).startsWith('..'))
  return { ...Object.fromEntries(own), PATH: [...(first ? [first] : []), ...paths].join(delimiter), NO_COLOR: '1' }
}

async function succeed(command: string, args: readonly string[], options: SpawnOptions): Promise<Output> {
  const output = await run(command, args, options)
  if (output.code === 0) return output
  throw new Error(`${command} ${args.join(' ')} ended with ${output.code}\n${output.all}`)
}

function run(command: string, args: readonly string[], options: SpawnOptions): Promise<Output> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: TIMEOUT })
    let stdout = ''
    let all = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
      all += chunk
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      all += chunk
    })
    child.on('error', fail)
    child.on('close', (code) => done({ code, stdout, all }))
  })
}
