import { listUsers } from './data.js'

export default async function Page() {
  const users = await listUsers()
  return (
    <ul>
      {users.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
