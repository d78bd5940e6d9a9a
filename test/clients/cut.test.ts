import { AXIOS_CLIENTS } from './contract/axios-clients.ts'
import { FETCH_CLIENTS } from './contract/fetch-clients.ts'
import { HTTP_CLIENTS } from './contract/http-clients.ts'
import { UNDICI_CLIENTS } from './contract/undici-clients.ts'
import { cutting } from './cutting.ts'

for (const client of [...FETCH_CLIENTS, ...HTTP_CLIENTS, ...UNDICI_CLIENTS, ...AXIOS_CLIENTS]) cutting(client)
