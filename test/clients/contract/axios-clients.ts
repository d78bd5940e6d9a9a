import * as http from 'node:http'
import axios, { type AxiosRequestConfig, type AxiosResponse, type ResponseType } from 'axios'
import { Agent, Dispatcher1Wrapper } from 'undici'
import type { Client, ClientRequest, ClientResponse } from './client.ts'

function axiosClient(
  adapter: 'http' | 'fetch',
  more: Pick<Client, 'connectionError' | 'cannot' | 'keptAlive'>,
): Client {
  return {
    name: `axios, its ${adapter} adapter`,
    origin: 'http://api.test',
    request: async (request) => toResponse(await ask(adapter, request, 'arraybuffer')),
    async stream(request) {
      return (await ask(adapter, request, 'stream')).data as AsyncIterable<Uint8Array>
    },
    abortError: () => ({ name: 'CanceledError', code: 'ERR_CANCELED' }),
    timeoutError: { isAxiosError: true, message: 'timeout of 50ms exceeded' },
    decodes: true,
    followsRedirects: true,
    ...more,
  }
}

function ask(
  adapter: 'http' | 'fetch',
  { body, ...config }: ClientRequest,
  responseType: ResponseType,
  agent: Pick<AxiosRequestConfig, 'httpAgent' | 'fetchOptions'> = {},
): Promise<AxiosResponse> {
  return axios.request({
    ...config,
    adapter,
    responseType,
    ...(body !== undefined && { data: body }),
    ...agent,
    validateStatus: () => true,
  })
}

function toResponse({ status, statusText, headers, data, request }: AxiosResponse): ClientResponse {
  const { 'set-cookie': setCookies = [], ...others } = { ...headers } as Record<string, string> & {
    'set-cookie'?: string[]
  }
  return {
    status,
    statusText,
    headers: others,
    setCookies,
    bytes: new Uint8Array(data),
    url: request?.res?.responseUrl,
  }
}

export const AXIOS_CLIENTS: readonly Client[] = [
  axiosClient('http', {
    keptAlive() {
      const httpAgent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      return {
        request: async (request) => toResponse(await ask('http', request, 'arraybuffer', { httpAgent })),
        close: () => httpAgent.destroy(),
      }
    },
    connectionError: (code) => ({ isAxiosError: true, code, message: `${code}: mocked network error` }),
    cannot: { redirected: 'axios does not say' },
  }),
  axiosClient('fetch', {
    keptAlive() {
      const dispatcher = new Dispatcher1Wrapper(new Agent({ connections: 1 }))
      return {
        request: async (request) =>
          toResponse(await ask('fetch', request, 'arraybuffer', { fetchOptions: { dispatcher } })),
        close: () => dispatcher.close(),
      }
    },
    connectionError: (code) => ({ isAxiosError: true, code: 'ERR_NETWORK', cause: { code } }),
    cannot: {
      redirected: 'axios does not say',
      url: 'axios does not say',
    },
  }),
]
