import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { setupMocks } from 'mynah'
import { collection } from 'mynah/collection'
import { afterEach, beforeEach, expect, test } from 'vitest'

interface Todo {
  readonly id: number
  readonly title: string
  readonly done: boolean
}

const todos = collection<Todo>('/api/todos', [{ id: 1, title: 'Feed the cat', done: false }])
const mocks = setupMocks([...todos])
beforeEach(mocks)
afterEach(cleanup)

async function send<Answer>(path: string, method = 'GET', body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`The server said ${response.status}`)
  return response.json()
}

/** Shows a change before the server has answered, and takes it back if the server refuses it. */
function useChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...patch }: Pick<Todo, 'id' | 'done'>) => send<Todo>(`/api/todos/${id}`, 'PATCH', patch),
    async onMutate(change) {
      await client.cancelQueries({ queryKey: ['todos'] })
      const before = client.getQueryData<Todo[]>(['todos'])
      client.setQueryData<Todo[]>(['todos'], (list) =>
        list?.map((todo) => (todo.id === change.id ? { ...todo, ...change } : todo)),
      )
      return { before }
    },
    onError: (_error, _change, context) => client.setQueryData(['todos'], context?.before),
    onSettled: () => client.invalidateQueries({ queryKey: ['todos'] }),
  })
}

function Todos() {
  const { data = [] } = useQuery({ queryKey: ['todos'], queryFn: () => send<Todo[]>('/api/todos') })
  const { mutate, error } = useChange()
  return (
    <>
      {error && <p role="alert">{error.message}</p>}
      {data.map(({ id, title, done }) => (
        <label key={id}>
          <input type="checkbox" checked={done} onChange={() => mutate({ id, done: !done })} />
          {title}
        </label>
      ))}
    </>
  )
}

async function renderTodos() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Todos />
    </QueryClientProvider>,
  )
  return (await screen.findByLabelText('Feed the cat')) as HTMLInputElement
}

/** Holds the next change until the returned function is called. */
function holdChange(): () => void {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  mocks.use.patch('/api/todos/:id', async ({ next }) => {
    await held
    return next()
  })
  return answer
}

test('shows a change before the server has answered', async () => {
  const box = await renderTodos()
  const answer = holdChange()
  await userEvent.click(box)
  await waitFor(() => expect(box.checked).toBe(true))
  expect(todos.in(mocks).get(1)?.done).toBe(false)
  answer()
  await mocks.waitFor('GET /api/todos', { times: 2 })
  expect(todos.in(mocks).get(1)?.done).toBe(true)
  expect(box.checked).toBe(true)
})

test('takes a change back that the server refuses', async () => {
  const box = await renderTodos()
  mocks.use.patch('/api/todos/:id', { error: 'Out of order' }, { status: 503 })
  const answer = holdChange()
  await userEvent.click(box)
  await waitFor(() => expect(box.checked).toBe(true))
  answer()
  expect((await screen.findByRole('alert')).textContent).toBe('The server said 503')
  expect(box.checked).toBe(false)
  expect(todos.in(mocks).get(1)?.done).toBe(false)
})

test('shows what changed on the server meanwhile', async () => {
  const box = await renderTodos()
  todos.in(mocks).insert({ title: 'Water the plants', done: true })
  await userEvent.click(box)
  expect(((await screen.findByLabelText('Water the plants')) as HTMLInputElement).checked).toBe(true)
  expect(todos.in(mocks).all()).toHaveLength(2)
})
