import * as http from 'node:http'
import axios, { type AxiosResponse, type ResponseType } from 'axios'
import { type Client, type ClientRequest, type ClientResponse, contract } from './contract.ts'

function axiosClient(adapter: 'http' | 'fetch', more: Pick<Client, 'networkFailure' | 'cannot' | 'keptAlive'>): Client {
  return {
    name: `axios, its ${adapter} adapter`,
    origin: 'http://api.test',
    request: async (request) => toResponse(await ask(adapter, request, 'arraybuffer')),
    async stream(request) {
      return (await ask(adapter, request, 'stream')).data as AsyncIterable<Uint8Array>
    },
    abortFailure: () => ({ name: 'CanceledError', code: 'ERR_CANCELED' }),
    decodes: true,
    ...more,
  }
}

function ask(
  adapter: 'http' | 'fetch',
  { body, ...config }: ClientRequest,
  responseType: ResponseType,
  httpAgent?: http.Agent,
): Promise<AxiosResponse> {
  return axios.request({
    ...config,
    adapter,
    responseType,
    ...(body !== undefined && { data: body }),
    ...(httpAgent && { httpAgent }),
    validateStatus: () => true,
  })
}

function toResponse({ status, headers, data, request }: AxiosResponse): ClientResponse {
  const { 'set-cookie': setCookies = [], ...others } = { ...headers } as Record<string, string> & {
    'set-cookie'?: string[]
  }
  return {
    status,
    headers: others,
    setCookies,
    bytes: new Uint8Array(data),
    url: request?.res?.responseUrl,
  }
}

contract(
  axiosClient('http', {
    keptAlive() {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      return {
        request: async (request) => toResponse(await ask('http', request, 'arraybuffer', agent)),
        close: () => agent.destroy(),
      }
    },
    networkFailure: (code) => ({ isAxiosError: true, code, message: `${code}: mocked network error` }),
    cannot: { redirected: 'axios does not say' },
  }),
)

contract(
  axiosClient('fetch', {
    networkFailure: (code) => ({ isAxiosError: true, code: 'ERR_NETWORK', cause: { code } }),
    cannot: {
      'keep-alive': 'fetch has no agent to be given',
      redirected: 'axios does not say',
      url: 'axios does not say',
    },
  }),
)
