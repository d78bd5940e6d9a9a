import { describe, test } from 'vitest'
import { AXIOS_CLIENTS } from '../clients/contract/axios-clients.ts'
import { FETCH_CLIENTS } from '../clients/contract/fetch-clients.ts'
import { HTTP_CLIENTS } from '../clients/contract/http-clients.ts'
import { UNDICI_CLIENTS } from '../clients/contract/undici-clients.ts'
import { compareWithServer, TIMEOUT } from './differential.ts'

describe('random exchanges look the same from a real server and from mynah', TIMEOUT, () => {
  test.for([...FETCH_CLIENTS, ...HTTP_CLIENTS, ...UNDICI_CLIENTS, ...AXIOS_CLIENTS])('$name', compareWithServer)
})
