import { rest, setupMocks } from 'mynah'
import { serveMocks } from 'mynah/server'

/*
 * A worker of a test runner: its 20 tests run at the same time, and each asks the same application three times, which must be
 * answered by the mocks of that test. `node worker.mjs NAME URL`
 */
const [worker, url] = process.argv.slice(2)

async function runTest(number) {
  const name = `${worker} ${number}`
  const mocks = setupMocks([rest.get(`${process.env.API}/users`, [{ name }], { delay: number % 5 })], { patch: false })
  const { cookie, close } = await serveMocks(mocks, { title: name })
  const wrong = []
  for (let round = 0; round < 3; round++) {
    const response = await fetch(url, { headers: { cookie: `${cookie.name}=${cookie.value}` } })
    const text = await response.text()
    const names = [...text.matchAll(/(?:one|two) \d+/g)].map(([found]) => found)
    if (names.length === 0 || names.some((found) => found !== name)) wrong.push(`${name}: ${text.slice(0, 500)}`)
  }
  if (mocks.calls().length === 0) wrong.push(`${name} was not asked`)
  await close()
  mocks.stop()
  return wrong
}

const wrong = await Promise.all(Array.from({ length: 20 }, (_, number) => runTest(number)))
console.log(JSON.stringify(wrong.flat()))
