import { test } from 'vitest'

test('fails: No stub answers GET https://api.test/teams', async () => {
  await fetch('https://api.test/teams').catch(() => {})
})

test('the next test passes', async () => {
  await fetch('https://api.test/users')
})
