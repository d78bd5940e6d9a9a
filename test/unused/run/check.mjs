import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

/*
 * The reporter `mynah/unused` in a project of its own, with the runner that is installed: node unused/run/check.mjs vitest
 *
 * Each runner runs it on one Node: it starts the runner some 25 times, and depends on the runner's version, not on Node's.
 */
if (!process.versions.node.startsWith('24.')) process.exit()

const [runner] = process.argv.slice(2)
const isModule = JSON.parse(readFileSync('package.json', 'utf8')).type === 'module'
const root = resolve('unused/project')

const load = (names, from) =>
  isModule ? `import { ${names} } from '${from}'` : `const { ${names} } = require('${from}')`
const framework = runner === 'vitest' ? "import { beforeAll, expect, test } from 'vitest'" : ''

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.0.0' },
  paths: {
    '/pets': { get: operation(), post: operation() },
    '/pets/{id}': { get: operation(), delete: operation() },
  },
}

function operation() {
  return { responses: { 200: { description: 'OK', content: { 'application/json': { schema: {} } } } } }
}

const FILES = {
  'routes.js': `${load('rest', 'mynah')}
${load('openapi', 'mynah/openapi')}
const pets = openapi(${JSON.stringify(DOCUMENT)})
const routes = [
  rest.get('/one', 1),
  rest.get('/two', 2),
  rest.get('/none', 0),
  rest.get('/before-a-crash', 3),
  pets.get('/pets', []),
  pets.post('/pets', []),
  pets.get('/pets/{id}', {}),
]
${isModule ? 'export { routes }' : 'module.exports = { routes }'}
`,
  'one.test.js': testFile('one', ['/one', '/pets/7'], "  mocks.use(rest.get('/override', 1))"),
  'two.test.js': testFile('two', ['/two', '/pets']),
  'crash.test.js': `${testFile('crash', ['/before-a-crash'])}
test('the process dies', () => {
  if (process.env.CRASH) process.kill(process.pid, 'SIGKILL')
})
`,
  'vitest.config.js': `export default { test: { reporters: ['default', ['mynah/unused', JSON.parse(process.env.OPTIONS)]] } }`,
  'jest.config.cjs': `module.exports = { reporters: ['default', ['mynah/unused', JSON.parse(process.env.OPTIONS)]] }`,
  'projects.vitest.js': `export default { test: {
  tags: [{ name: 'slow' }],
  reporters: ['default', ['mynah/unused', JSON.parse(process.env.OPTIONS)]],
  projects: ['one', 'two'].map((name) => ({ test: { name, include: [\`\${name}.test.js\`] } })),
} }`,
  'projects.jest.cjs': `module.exports = {
  reporters: ['default', ['mynah/unused', JSON.parse(process.env.OPTIONS)]],
  projects: ['one', 'two'].map((displayName) => ({ displayName, testMatch: [\`**/\${displayName}.test.js\`] })),
}`,
  'package.json': JSON.stringify({ name: 'project', private: true, type: isModule ? 'module' : 'commonjs' }),
}

function testFile(name, paths, more = '') {
  return `${framework}
${load('rest, setupMocks', 'mynah')}
${load('routes', './routes.js')}
const mocks = setupMocks(routes, { baseUrl: 'http://localhost:3000' })
beforeAll(mocks)
test('${name}', async () => {
${more}
  for (const path of ${JSON.stringify(paths)}) await fetch(new URL(path, 'http://localhost:3000'))
})
`
}

const STUBS = `mynah: no test used 3 of 8 stubs

  rest.get('/override')  one.test.js:7
  rest.get('/none')      routes.js:7
  openapi.post('/pets')  routes.js:10
`
const OPERATIONS = `mynah: no test touched 2 of 4 operations of Pets 1.0.0

  POST /pets
  DELETE /pets/{id}
`

const BIN = { vitest: 'vitest/vitest.mjs', jest: 'jest/bin/jest.js' }[runner]
const NODE_OPTIONS = runner === 'jest' && isModule ? ['--experimental-vm-modules'] : []
const WAYS = {
  vitest: [
    ['--pool=threads'],
    ['--pool=forks'],
    ['--pool=vmThreads'],
    ['--pool=forks', '--no-isolate'],
    ['--pool=threads', '--no-file-parallelism'],
  ],
  jest: [['--runInBand'], ['--maxWorkers=2'], ['--maxWorkers=2', '--workerThreads']],
}[runner]

/** Runs the project with a temporary folder of its own. Returns what was printed of mynah, and what was left in that folder. */
function run(args, { options = {}, crash = '', left = [], config } = {}) {
  const temporary = mkdtempSync(join(tmpdir(), 'check-unused-'))
  try {
    for (const name of left) mkdirSync(join(temporary, name))
    const env = { ...process.env, TMPDIR: temporary, OPTIONS: JSON.stringify(options), CRASH: crash, NO_COLOR: '1' }
    delete env.FORCE_COLOR
    const command = runner === 'vitest' ? ['run', ...(config ?? [])] : (config ?? [])
    const bin = join(root, '../../node_modules', BIN)
    const { status, stderr } = spawnSync(process.execPath, [...NODE_OPTIONS, bin, ...command, ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    const told = [...stderr.matchAll(/^mynah: .*\n(?:\n(?: {2}\S.*\n)+)?/gm)].map(([text]) => text)
    return { status, told, left: readdirSync(temporary).filter((name) => name.startsWith('mynah-')), stderr }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

rmSync(root, { recursive: true, force: true })
mkdirSync(root, { recursive: true })
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text)

for (const args of WAYS) {
  test(`${args.join(' ')}: what no test of the run used is told, and no file is left`, () => {
    const { status, told, left, stderr } = run(args)
    assert.deepEqual([told, left, status], [[STUBS, OPERATIONS], [], 0], stderr)
  })
}

test('{ fail: true } fails the run', () => {
  assert.equal(run([], { options: { fail: true } }).status, 1)
})

const PART = 'mynah: not all tests ran, so unused stubs are unknown\n'
const PROJECTS = { vitest: '--config=projects.vitest.js', jest: '--config=projects.jest.cjs' }[runner]
const PARTS = {
  vitest: [
    ['--exclude=two.test.js'],
    ['--dir=.'],
    [PROJECTS, '--project=one'],
    [PROJECTS, '--project=!one'],
    [PROJECTS, '--tags-filter=!slow'],
  ],
  jest: [
    ['--testPathIgnorePatterns=two'],
    ['--test-path-ignore-patterns', 'two'],
    ['--testMatch=**/one.test.js'],
    ['--testRegex=one'],
    [PROJECTS, '--selectProjects', 'one'],
    [PROJECTS, '--ignoreProjects', 'one'],
  ],
}[runner]

for (const args of [['one'], ['-t', 'one'], ['--shard=1/2'], ...PARTS]) {
  test(`${args.join(' ')}: a run of some tests tells no stub, and does not fail`, () => {
    const { status, told, left, stderr } = run(args, { options: { fail: true } })
    assert.deepEqual([told, left, status], [[PART], [], 0], stderr)
  })
}

test('all projects are a whole run', () => {
  const { status, told, stderr } = run([PROJECTS], { options: { fail: true } })
  assert.deepEqual([told.length, status], [2, 1], stderr)
})

test('a run with a `test.only` tells no stub, and does not fail', () => {
  const file = join(root, 'focused.test.js')
  writeFileSync(file, `${testFile('focused', ['/one'])}\ntest.only('alone', () => {})\n`)
  const { status, told, stderr } = run(runner === 'vitest' ? ['--allowOnly'] : [], { options: { fail: true } })
  rmSync(file)
  assert.deepEqual([told, status], [[PART], 0], stderr)
})

test('a run with a skipped test is a whole run', () => {
  const file = join(root, 'skipped.test.js')
  writeFileSync(file, `${testFile('skipped', ['/one'])}\ntest.skip('later', () => {})\n`)
  const { told, stderr } = run([])
  rmSync(file)
  assert.equal(told.length, 2, stderr)
})

test('a run that a failure has ended tells no stub', () => {
  const file = join(root, 'a-failure.test.js')
  writeFileSync(file, `${testFile('failure', ['/one'])}\ntest('fails', () => expect(1).toBe(2))\n`)
  const args = { vitest: ['--bail=1', '--no-file-parallelism'], jest: ['--bail', '--runInBand'] }[runner]
  const { status, told, stderr } = run(args, { options: { fail: true } })
  rmSync(file)
  assert.deepEqual([told, status], [[PART], 1], stderr)
})

test('merged reports, which Jest does not have, said that no mocks ran', { skip: runner !== 'vitest' }, () => {
  assert.deepEqual(run(['--reporter=blob']).told, [])
  const { status, told, stderr } = run(['--merge-reports'], { options: { fail: true } })
  assert.deepEqual([told, status], [[PART], 0], stderr)
})

test('what a worker told before it died is known, and no file is left', () => {
  const args = { vitest: ['--pool=forks'], jest: ['--maxWorkers=2'] }[runner]
  const { status, told, left, stderr } = run(args, { crash: '1' })
  assert.deepEqual([told, left, status], [[STUBS, OPERATIONS], [], 1], stderr)
})

test('the folder of a run that was killed is removed by the next run, the folder of a living run stays', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const living = `mynah-unused-${process.pid}-living`
  assert.deepEqual(run([], { left: [`mynah-unused-${pid}-dead`, living] }).left, [living])
})

test('without the reporter nothing is told or written', () => {
  const config = { vitest: ['--reporter=default'], jest: ['--reporters=default'] }[runner]
  const { status, told, left } = run([], { config })
  assert.deepEqual([told, left, status], [[], [], 0])
})

test('an unknown option is refused', () => {
  const { status, stderr } = run([], { options: { fails: true } })
  assert.match(stderr, /new UnusedReporter: .fails. is not an option; use fail/)
  assert.notEqual(status, 0)
})
