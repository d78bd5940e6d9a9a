/* A Worker that asks an API, and another Worker by a service binding. */
export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === '/bills') return env.BILLING.fetch('https://billing.test/bills')
    const response = await fetch('https://api.test/users', { headers: request.headers })
    return Response.json({ users: await response.json() })
  },
}
