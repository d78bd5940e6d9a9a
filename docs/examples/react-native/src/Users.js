import { useEffect, useState } from 'react'
import { Text } from 'react-native'

export function Users() {
  const [users, setUsers] = useState()
  const [error, setError] = useState()

  useEffect(() => {
    const controller = new AbortController()
    fetch('https://api.test/users', { signal: controller.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`The server answered ${response.status}`)
        setUsers(await response.json())
      })
      .catch((reason) => {
        if (!controller.signal.aborted) setError(reason.message)
      })
    return () => controller.abort()
  }, [])

  if (error) return <Text accessibilityRole="alert">{error}</Text>
  if (!users) return <Text>Loading…</Text>
  return users.map(({ id, name }) => <Text key={id}>{name}</Text>)
}
