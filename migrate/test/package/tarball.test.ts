import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'

/* The tarball, after a build: `npm run check:package`. */

const ROOT = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'mynah-migrate-package-'))
after(() => rmSync(folder, { recursive: true }))

const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
const [tarball] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }))

test('it holds these files and no others', () => {
  const paths = (tarball.files as { path: string }[]).map(({ path }) => path)
  assert.deepEqual(paths.sort(), ['LICENSE', 'README.md', 'dist/main.js', 'package.json'])
})

test('its command rewrites a file of a project, with what the package depends on and no more', () => {
  execFileSync('tar', ['-xzf', join(folder, tarball.filename), '-C', folder])
  const modules = join(folder, 'package/node_modules')
  mkdirSync(modules)
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  const project = join(folder, 'project')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules/typescript'), join(project, 'node_modules/typescript'))
  writeFileSync(join(project, 'package.json'), '{ "devDependencies": { "vitest": "5", "msw": "2", "mynah": "0" } }')
  const handlers =
    "import { http, HttpResponse } from 'msw'\n\nexport const all = [http.get('/a', () => HttpResponse.json(1))]\n"
  writeFileSync(join(project, 'handlers.js'), handlers)
  const main = join(folder, 'package/dist/main.js')
  const { status, stderr } = spawnSync(process.execPath, [main, 'handlers.js', '--write', '--force'], {
    cwd: project,
    encoding: 'utf8',
  })
  assert.deepEqual([status, stderr], [0, ''])
  const text = "import { rest } from 'mynah'\n\nexport const all = [rest.get('/a', 1)]\n"
  assert.equal(readFileSync(join(project, 'handlers.js'), 'utf8'), text)
})
