import { cookies } from 'next/headers'

/** The API behind the application. */
const API = 'https://api.test'

export async function listUsers() {
  const response = await fetch(`${API}/users`, { headers: await session(), next: { tags: ['users'] } })
  if (!response.ok) throw new Error(`The API answered ${response.status}`)
  return response.json()
}

export async function createUser(name) {
  const response = await fetch(`${API}/users`, {
    method: 'POST',
    headers: { ...(await session()), 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  return { ok: response.ok, body: await response.json() }
}

async function session() {
  const token = (await cookies()).get('session')?.value
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}
