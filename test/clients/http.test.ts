import { contract } from './contract/contract.ts'
import { HTTP_CLIENTS } from './contract/http-clients.ts'

HTTP_CLIENTS.forEach(contract)
