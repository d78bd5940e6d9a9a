import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from './pages.ts'

const EXAMPLES = readdirSync(`${ROOT}docs/examples`).filter((name) =>
  existsSync(`${ROOT}docs/examples/${name}/package-lock.json`),
)

const readJson = (file: string) => JSON.parse(readFileSync(ROOT + file, 'utf8'))

/** The consumers have no lock file of their own: `npm ci` refuses the example's one if it is not of the same packages. */
const consumers = readdirSync(`${ROOT}test/consumers`)
  .filter((name) => existsSync(`${ROOT}test/consumers/${name}/package.json`))
  .map((name) => ({ name, manifest: readJson(`test/consumers/${name}/package.json`) }))

test.each(EXAMPLES)('a reader can copy docs/examples/%s, and a consumer runs it by its lock file', (name) => {
  const { devDependencies } = readJson(`docs/examples/${name}/package.json`)
  const [consumer] = consumers.filter(({ manifest }) =>
    [manifest.consumer?.like].flat().includes(`../../docs/examples/${name}`),
  )
  expect(readJson(`docs/examples/${name}/package-lock.json`).packages[''].devDependencies).toEqual(devDependencies)
  expect(consumer?.manifest.devDependencies).toEqual(devDependencies)
  expect(existsSync(`${ROOT}test/consumers/${consumer?.name}/package-lock.json`)).toBe(false)
})

test('examples have lock files', () => {
  expect(EXAMPLES).toEqual(['next', 'react-native', 'react-router'])
})
