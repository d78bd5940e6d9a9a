import { rest, setupMocks } from '../../dist/index.js'
import { clock } from './clock.ts'
import { USERS } from './scenario.ts'

/** Measures a start with its stop, in milliseconds. */
const ROUNDS = 1000
const mocks = setupMocks([rest.get('/users', USERS)])
for (let round = 0; round < 200; round++) mocks()()
const start = clock()
for (let round = 0; round < ROUNDS; round++) mocks()()
console.log(JSON.stringify((clock() - start) / 1000 / ROUNDS))
