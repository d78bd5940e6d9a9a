import http from 'node:http'
import axios from 'axios'
import got from 'got'
import * as undici6 from 'undici'
import * as undici7 from 'undici7'
import type { Client } from './client.ts'
import { HTTP_CLIENTS, HTTP2_CLIENTS } from './send-http.ts'
import { undiciClients } from './send-undici.ts'

const byGot: Client = {
  repeats: true,
  follows: true,
  make(_origin, connections) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
    const retry = { limit: 3, statusCodes: [503], calculateDelay: ({ computedValue }) => Math.min(computedValue, 1) }
    return {
      send({ origin, path, method }, told) {
        const body = method === 'POST' ? { body: 'sent' } : {}
        got(origin + path, { method, retry, agent: { http: agent }, ...body })
          .text()
          .then(told, told)
      },
      close: () => agent.destroy(),
    }
  },
}

/** Sends a request again in an interceptor of axios, as axios-retry does. */
const byAxios: Client = {
  repeats: true,
  follows: true,
  make(_origin, connections) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
    const client = axios.create({ httpAgent: agent, transformResponse: (text) => text, proxy: false })
    client.interceptors.response.use(undefined, async (error) => {
      if (error.response?.status !== 503) throw error
      await new Promise((resolve) => setTimeout(resolve, 1))
      return client(error.config)
    })
    return {
      send({ origin, path, method }, told) {
        const data = method === 'POST' ? { data: 'sent' } : {}
        client(origin + path, { method, ...data }).then(({ data }) => told(data), told)
      },
      close: () => agent.destroy(),
    }
  },
}

export const CLIENTS = {
  ...HTTP_CLIENTS,
  ...HTTP2_CLIENTS,
  'got, with retries': byGot,
  'axios, with retries': byAxios,
  ...undiciClients('undici 6', undici6 as never),
  ...undiciClients('undici 7', undici7 as never),
}
