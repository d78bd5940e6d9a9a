import { type FormEvent, useState } from 'react'

export function AddUser() {
  const [message, setMessage] = useState('')

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { name } = Object.fromEntries(new FormData(event.currentTarget))
    const response = await fetch('/api/users', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    setMessage(response.ok ? `${name} is added.` : (await response.json()).error)
  }

  return (
    <form onSubmit={add}>
      <input name="name" aria-label="Name" />
      <button type="submit">Add</button>
      <p role="status">{message}</p>
    </form>
  )
}
