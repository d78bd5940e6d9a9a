import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { nodeBundle, nodeFiles, pageBundle, pageParts } from '../bench/sizes.ts'

/*
 * What is loaded, after a build: `npm run check:package`. The limits are a little above today's sizes, so that growth is
 * noticed; docs/inside/performance.md says what takes the space, and which sizes are aimed at.
 */

const LIMITS = { node: 83, page: 62.9, collection: 5.7, graphql: 4.92, websocket: 14.8 }

test(`Node loads at most ${LIMITS.node} kB, gzipped`, () => {
  const size = nodeBundle()
  assert.ok(size <= LIMITS.node, `${size.toFixed(1)} kB`)
})

test(`a page loads at most ${LIMITS.page} kB, minified and gzipped`, async () => {
  const size = await pageBundle()
  assert.ok(size <= LIMITS.page, `${size.toFixed(1)} kB`)
})

test('EventSource and sendBeacon are at most 1.5 kB of it', async () => {
  const size = (await pageParts()).get('EventSource and sendBeacon') ?? Number.NaN
  assert.ok(size <= 1.5, `${size.toFixed(2)} kB`)
})

test('Node loads mynah from one file, behind one that names its exports', () => {
  const files = nodeFiles()
  assert.equal(files.length, 2, files.join('\n'))
})

for (const name of ['collection', 'graphql', 'websocket'] as const) {
  test(`mynah/${name} adds at most ${LIMITS[name]} kB, gzipped`, () => {
    const code = readFileSync(new URL(`../../dist/shared/${name}.cjs`, import.meta.url))
    const size = gzipSync(code).byteLength / 1024
    assert.ok(size <= LIMITS[name], `${size.toFixed(1)} kB`)
  })
}
