import { cleanup, render, screen } from '@testing-library/react'
import { rest, setupMocks } from 'mynah'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test } from 'vitest'

const mocks = setupMocks([rest.get('/api/rates', { EUR: 1 })])
beforeEach(mocks)
afterEach(cleanup)

async function load(path: string) {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`The server said ${response.status}`)
  return response.json()
}

function Rates() {
  const { data, error } = useSWR('/api/rates', load)
  if (error) return <p role="alert">{error.message}</p>
  return <p role="status">{data ? `EUR ${data.EUR}` : 'Loading…'}</p>
}

test('shows an error at once, without retries', async () => {
  mocks.use.get('/api/rates', {}, { status: 503 })
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <Rates />
    </SWRConfig>,
  )
  expect((await screen.findByRole('alert')).textContent).toBe('The server said 503')
  expect(mocks.calls()).toHaveLength(1)
})
