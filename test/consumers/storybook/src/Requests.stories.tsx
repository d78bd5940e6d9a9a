import type { Meta, StoryObj } from '@storybook/react-vite'
import { rest } from 'mynah'
import { websocket } from 'mynah/websocket'
import { useEffect } from 'react'
import { mocks } from '../.storybook/mocks.ts'

/** Makes requests one after the other, and lists what came of them. */
function Requests({ paths }: { readonly paths: readonly string[] }) {
  useEffect(() => {
    const controller = new AbortController()
    const run = async () => {
      for (const path of paths) await fetch(path, { signal: controller.signal }).catch(() => {})
    }
    void run()
    return () => controller.abort()
  }, [paths])
  return <p>{paths.length} requests</p>
}

const LONG = `/api/items/1?fields=${'name,'.repeat(80)}`

const meta: Meta<typeof Requests> = {
  title: 'Requests',
  component: Requests,
  beforeEach: () => {
    Object.assign(window, { mocks })
    return mocks.use(rest.get('/api/items/:id', ({ request }) => ({ id: request.params.id, token: 'abc' })))
  },
  parameters: { mynah: { verify: false } },
}

export default meta

type Story = StoryObj<typeof Requests>

export const None: Story = { args: { paths: [] } }

export const Some: Story = {
  args: { paths: ['/api/users', LONG, '/api/user'] },
  parameters: {
    mynah: {
      variants: { broken: rest.get('/api/users', {}, { status: 500 }), 'nobody yet': rest.get('/api/users', []) },
    },
  },
}

export const Other: Story = { args: { paths: ['/api/users'] } }

export const Many: Story = { args: { paths: Array.from({ length: 200 }, (_, index) => `/api/items/${index}`) } }

/** Opens a WebSocket, over which the test sends more. */
export const Chat: Story = {
  args: { paths: [] },
  beforeEach: () => {
    const undo = mocks.use.get('/chat', websocket({ message: ({ data, send }) => send(data) }))
    const chat = new WebSocket('/chat')
    chat.addEventListener('open', () => chat.send('hello'))
    Object.assign(window, { chat })
    return () => {
      chat.close()
      undo()
    }
  },
}
