const assert = require('node:assert/strict')
const { execFileSync } = require('node:child_process')
const { readdirSync } = require('node:fs')
const { dirname, join } = require('node:path')
const Metro = require('metro')

/*
 * Bundles mynah as React Native does for a device, and compiles the bundle for its engine: neither has to refuse any syntax.
 * It is not run on a device.
 */
async function bundle() {
  const config = await Metro.loadConfig({ cwd: __dirname })
  await Metro.runBuild(config, { entry: 'entry.js', platform: 'ios', dev: false, minify: false, out: 'bundle.js' })
  const compiler = dirname(require.resolve('hermes-compiler/package.json'))
  const platform = { linux: 'linux64-bin', darwin: 'osx-bin', win32: 'win64-bin' }[process.platform]
  execFileSync(join(compiler, 'hermesc', platform, 'hermesc'), [
    '-w',
    '-emit-binary',
    '-out',
    'bundle.hbc',
    'bundle.js',
  ])
  assert.ok(readdirSync(__dirname).includes('bundle.hbc'))
}

bundle().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
