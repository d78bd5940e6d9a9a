import { rest } from 'mynah'
import type { RequestMatchers } from 'mynah/expect'
import * as matchers from 'mynah/expect'
import { expect } from 'storybook/test'
import { mocks } from '../.storybook/mocks.ts'

/** Gives the driver the journal of the page. */
export default { title: 'Journal', beforeEach: () => void Object.assign(window, { mocks }) }

export const Shown = { render: () => <p>The journal is on the window.</p> }

export const Unmatched = {
  render: () => <p>It asks for what no stub has.</p>,
  play: async () => {
    await fetch('/api/groups').catch(() => {})
  },
}

/** Its request is not given up by whoever sent it. */
export const Unattended = {
  beforeEach: () => mocks.use(rest.get('/api/users', [], { delay: Number.POSITIVE_INFINITY })),
  render: () => <p>It waits for good.</p>,
  play: () => {
    fetch('/api/users').catch((error) => Object.assign(window, { lost: error }))
  },
}

expect.extend({ ...matchers })

/** Says on the page which assertion failed. */
export const Asserted = {
  render: () => <p id="asserted">It is being asserted on.</p>,
  play: async () => {
    await fetch('/api/users')
    // `not` stays with the object that it was read from: each assertion needs an `expect` of its own.
    const asserted = () => expect(mocks) as unknown as RequestMatchers & { readonly not: RequestMatchers }
    asserted().toHaveRequested('GET /api/users')
    asserted().toHaveRequestedTimes('/api/users', 1)
    asserted().toHaveRequestedInOrder(['GET /api/users'])
    asserted().not.toHaveRequested('POST /api/users')
    const shown = document.querySelector('#asserted') as HTMLElement
    try {
      asserted().toHaveRequested('POST /api/users')
    } catch (error) {
      shown.textContent = String((error as Error).message)
    }
  },
}
