import test from 'ava'
import { isolated } from '../test/mocks.js'

test(
  'fails: No stub answers GET https://api.test/teams',
  isolated(async (t) => {
    await fetch('https://api.test/teams').catch(() => {})
    t.pass()
  }),
)

test(
  'the next test passes',
  isolated(async (t) => {
    await fetch('https://api.test/users')
    t.pass()
  }),
)
