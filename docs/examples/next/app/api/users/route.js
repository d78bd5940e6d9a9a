import { listUsers } from '../../users/data.js'

export async function GET(request) {
  const prefix = new URL(request.url).searchParams.get('prefix') ?? ''
  try {
    const users = await listUsers()
    return Response.json(users.filter(({ name }) => name.startsWith(prefix)))
  } catch (error) {
    return Response.json({ error: error.message }, { status: 502 })
  }
}
