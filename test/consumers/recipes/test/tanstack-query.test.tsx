import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { rest, setupMocks } from 'mynah'
import { afterEach, beforeEach, expect, test } from 'vitest'

const mocks = setupMocks([rest.get('/api/rates', { EUR: 1 })])
beforeEach(mocks)
afterEach(cleanup)

function Rates() {
  const { data, error } = useQuery({
    queryKey: ['rates'],
    queryFn: async () => {
      const response = await fetch('/api/rates')
      if (!response.ok) throw new Error(`The server said ${response.status}`)
      return response.json()
    },
  })
  if (error) return <p role="alert">{error.message}</p>
  return <p role="status">{data ? `EUR ${data.EUR}` : 'Loading…'}</p>
}

/** A client of its own for each test: a shared one would answer from the cache of the test before. */
function renderRates(queries: { retry: number | false; retryDelay?: number }) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries } })}>
      <Rates />
    </QueryClientProvider>,
  )
}

test('shows an error at once, without retries', async () => {
  mocks.use.get('/api/rates', {}, { status: 503 })
  renderRates({ retry: false })
  expect((await screen.findByRole('alert')).textContent).toBe('The server said 503')
  expect(mocks.calls()).toHaveLength(1)
})

test('tries twice more', async () => {
  mocks.use.get('/api/rates', {}, { status: 503, times: 2 })
  renderRates({ retry: 2, retryDelay: 1 })
  expect(await screen.findByText('EUR 1')).toBeDefined()
  expect(mocks.calls()).toHaveLength(3)
})
