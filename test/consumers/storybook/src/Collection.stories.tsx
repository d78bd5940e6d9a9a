import { collection } from 'mynah/collection'
import { useState } from 'react'
import { mocks } from '../.storybook/mocks.ts'

interface Guest {
  readonly id: number
  readonly name: string
}

const guests = collection<Guest>('/api/guests', [{ id: 1, name: 'Rosalind Franklin' }])

/** Adds a guest, and lists all guests. */
function Guests() {
  const [list, setList] = useState<readonly Guest[]>([])
  const add = async () => {
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/guests', { method: 'POST', headers, body: JSON.stringify({ name: 'Chien-Shiung Wu' }) })
    setList(await (await fetch('/api/guests')).json())
  }
  return (
    <>
      <button type="button" onClick={add}>
        Add
      </button>
      <ul>
        {list.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  )
}

/** Stories whose requests change a collection. */
export default { title: 'Collection', component: Guests }

export const Seeded = { beforeEach: () => mocks.use(...guests) }

export const Emptied = {
  beforeEach: () => {
    const undo = mocks.use(...guests)
    guests.in(mocks).replace([])
    return undo
  },
}
