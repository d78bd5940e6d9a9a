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
