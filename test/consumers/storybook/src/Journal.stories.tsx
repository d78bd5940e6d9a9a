import { rest } from 'mynah'
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
