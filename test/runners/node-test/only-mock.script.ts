import { mock } from 'node:test'
import { rest, setupMocks } from '../../../src/entries/index.ts'

const log = mock.fn((text: string) => console.log(text))
const mocks = setupMocks([rest.get('/users', { id: 1 })])
mocks.start()
log(await (await fetch('https://api.test/users')).text())
mocks.stop()
