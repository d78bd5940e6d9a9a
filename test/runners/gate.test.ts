import { expect, test } from 'vitest'
import { findConsumers } from '../consumers/find-consumers.ts'

test('.ci/run tries each consumer on one of its Nodes, but for three that ask what others ask too', async () => {
  const all = (await findConsumers([])).map(({ name }) => name)
  const tried = await findConsumers([], 'gate')
  expect([...tried.map(({ name }) => name), 'half-converted', 'storybook-builds', 'storybook-vitest4'].sort()).toEqual(
    all.sort(),
  )
  expect(tried.filter(({ nodes }) => nodes !== undefined && nodes.length !== 1)).toEqual([])
})

test('.ci/run tries several consumers on each Node', async () => {
  const nodes = (await findConsumers([])).flatMap(({ nodes = [] }) => nodes)
  const tried = (await findConsumers([], 'gate')).flatMap(({ nodes = [] }) => nodes)
  expect([...new Set(nodes)].filter((node) => tried.filter((one) => one === node).length < 4)).toEqual([])
})
