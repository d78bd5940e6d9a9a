import { type FormEvent, useState } from 'react'

export function Login() {
  const [message, setMessage] = useState('')

  async function logIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { password } = Object.fromEntries(new FormData(event.currentTarget))
    await fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    })
    const response = await fetch('/api/me')
    const { name, error } = await response.json()
    setMessage(response.ok ? `Hello, ${name}` : error)
  }

  return (
    <form onSubmit={logIn}>
      <input name="password" type="password" aria-label="Password" />
      <button type="submit">Log in</button>
      <p role="status">{message}</p>
    </form>
  )
}
