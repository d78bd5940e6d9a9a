import { graphql } from '../../dist/graphql.js'
import { rest, setupMocks } from '../../dist/index.js'
import { clock } from './clock.ts'
import { ORIGIN, USERS } from './scenario.ts'

/**
 * Measures a POST beside as many operations as the argument says, the microseconds of one: of the last operation, or, with `rest`, of
 * a route of `rest` at another path.
 */
const count = Number(process.argv[2])
const isRest = process.argv[3] === 'rest'
const ROUNDS = 5000

const api = graphql('/graphql')
const operations = Array.from({ length: count }, (_, index) => api.query(`Query${index}`, { data: { users: USERS } }))
const mocks = setupMocks([...operations, rest.post('/users', { users: USERS })])
mocks()

const url = `${ORIGIN}${isRest ? '/users' : '/graphql'}`
const query = `query Query${Math.max(count - 1, 0)}($first: Int) { users(first: $first) { id name } }`
const body = JSON.stringify({ query, variables: { first: 1 } })
const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }

async function ask(): Promise<void> {
  const { data, users = data?.users } = await (await fetch(url, init)).json()
  if (users.length !== 1) throw new Error(`${count} operations: a wrong answer`)
}

for (let round = 0; round < ROUNDS; round++) await ask()
const start = clock()
for (let round = 0; round < ROUNDS; round++) await ask()
console.log(JSON.stringify((clock() - start) / ROUNDS))
process.exit()
