import { setupMocks } from 'mynah'

/** Runs a function with started mocks. Their failures are dropped: the test looks at what the client got. */
export async function whileMocked(routes, options, act) {
  const mocks = setupMocks(routes, options)
  mocks.start()
  try {
    return await act(mocks)
  } finally {
    mocks.reset({ failures: true })
    mocks.stop()
  }
}
