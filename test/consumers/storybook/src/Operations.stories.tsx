import { graphql } from 'mynah/graphql'
import { useEffect, useState } from 'react'
import { mocks } from '../.storybook/mocks.ts'

const api = graphql('/graphql')
const answer = (...names: string[]) => ({ data: { users: names.map((name) => ({ name })) } })

/** Lists the users that a GraphQL query finds. */
function UserNames({ first = 1 }: { first?: number }) {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    const ask = async () => {
      const headers = { 'content-type': 'application/json' }
      const query = 'query GetUsers($first: Int) { users(first: $first) { name } }'
      const body = JSON.stringify({ query, variables: { first } })
      const { data } = await (await fetch('/graphql', { method: 'POST', headers, body })).json()
      setNames(data.users.map(({ name }: { name: string }) => name))
    }
    void ask()
  }, [first])
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

/** Stories with the operations of a GraphQL endpoint. */
export default { title: 'Operations', component: UserNames }

export const ByName = { beforeEach: () => mocks.use(api.query('GetUsers', answer('Barbara McClintock'))) }

export const ByVariables = {
  args: { first: 2 },
  beforeEach: () =>
    mocks.use(
      api.query('GetUsers', answer('Barbara McClintock')),
      api.query('GetUsers', answer('Vera Rubin', 'Jocelyn Bell'), { match: { variables: { first: 2 } } }),
    ),
}
