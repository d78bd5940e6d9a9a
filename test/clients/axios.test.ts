import { AXIOS_CLIENTS } from './contract/axios-clients.ts'
import { contract } from './contract/contract.ts'

AXIOS_CLIENTS.forEach(contract)
