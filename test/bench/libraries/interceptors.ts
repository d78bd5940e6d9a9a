import { HttpRequestInterceptor } from '@mswjs/interceptors/http'
import { type Mock, USERS } from '../scenario.ts'

/** The http interceptor of the package, answering with a length. */
export const mock: Mock = () => {
  const interceptor = new HttpRequestInterceptor()
  const body = JSON.stringify(USERS)
  interceptor.on('request', ({ controller }) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    controller.respondWith(new Response(body, { headers }))
  })
  interceptor.apply()
  return () => interceptor.dispose()
}
