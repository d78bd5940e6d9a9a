// @vitest-environment jsdom
import { rest, setupMocks } from 'mynah'
import { setUp, test } from '../runner.js'

/** A client that is created when its module is imported keeps the page's own. */
const KeptRequest = Request
const keptFetch = fetch
setUp(setupMocks([rest.post('/photos', {})]))

const sent = () => {
  const body = new FormData()
  body.append('photo', new File(['12345'], 'a.json'))
  return new KeptRequest('http://localhost:3000/photos', { method: 'POST', body })
}

test('fails: The body of POST http://localhost:3000/photos was lost', async () => {
  await fetch(sent()).catch(() => {})
})

test('fails: The body of POST http://localhost:3000/photos was lost: its client', async () => {
  await keptFetch(sent()).catch(() => {})
})
