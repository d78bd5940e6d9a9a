import { useEffect, useState } from 'react'

interface User {
  readonly id: number
  readonly name: string
}

type State = { readonly users: readonly User[] } | { readonly error: string } | undefined

async function loadUsers(signal: AbortSignal): Promise<User[]> {
  const response = await fetch('/api/users', { signal })
  if (!response.ok) throw new Error(`The server said ${response.status}`)
  return response.json()
}

export function Users() {
  const [state, setState] = useState<State>()

  useEffect(() => {
    const controller = new AbortController()
    loadUsers(controller.signal)
      .then((users) => setState({ users }))
      .catch((error) => {
        if (!controller.signal.aborted) setState({ error: error.message })
      })
    return () => controller.abort()
  }, [])

  if (!state) return <p role="status">Loading…</p>
  if ('error' in state) return <p role="alert">{state.error}</p>
  if (state.users.length === 0) return <p>Nobody is here yet.</p>
  return (
    <ul>
      {state.users.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
