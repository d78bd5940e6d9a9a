import { connection } from 'next/server'

async function users() {
  const response = await fetch(`${process.env.API}/users`)
  return response.json()
}

export default async function Page() {
  await connection()
  return <p>{(await users()).map(({ name }) => name).join()}</p>
}
