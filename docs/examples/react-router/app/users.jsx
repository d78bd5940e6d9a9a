import { data, Form, redirect, useActionData, useLoaderData } from 'react-router'

/** The API behind the application. */
const API = 'https://api.test'

export async function loader({ request }) {
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  const response = await fetch(`${API}/users?page=${page}`, { signal: request.signal })
  if (!response.ok) throw data('The users cannot be loaded', { status: 502 })
  return response.json()
}

export async function action({ request }) {
  const form = await request.formData()
  const response = await fetch(`${API}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: form.get('name') }),
  })
  if (!response.ok) return data(await response.json(), { status: response.status })
  throw redirect('/users')
}

export function ErrorBoundary({ error }) {
  return <p role="alert">{error.data}</p>
}

export default function Users() {
  const users = useLoaderData()
  const result = useActionData()
  return (
    <>
      <ul>
        {users.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <Form method="post">
        <input name="name" aria-label="Name" />
        <button type="submit">Add</button>
        <p role="status">{result?.error}</p>
      </Form>
    </>
  )
}
