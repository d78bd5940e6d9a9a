import createClient from 'openapi-fetch'

/** @type {import('openapi-fetch').Client<import('./users').paths>} */
export const users = createClient({ baseUrl: 'https://api.test/v1', fetch: (request) => globalThis.fetch(request) })
