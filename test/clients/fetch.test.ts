import { contract } from './contract/contract.ts'
import { FETCH_CLIENTS } from './contract/fetch-clients.ts'

FETCH_CLIENTS.forEach(contract)
