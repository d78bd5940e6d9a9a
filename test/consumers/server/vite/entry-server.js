import { users } from './users.js'

export async function render() {
  return JSON.stringify(await users())
}
