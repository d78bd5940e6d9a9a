import { contract } from './contract/contract.ts'
import { HTTP2_CLIENTS } from './contract/http2-clients.ts'

HTTP2_CLIENTS.forEach(contract)
