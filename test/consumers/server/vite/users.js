export async function users() {
  const response = await fetch(`${process.env.API}/users`)
  return response.json()
}
