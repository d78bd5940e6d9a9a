// @vitest-environment jsdom
import { contract } from './contract/contract.ts'
import { XHR_CLIENTS } from './contract/xhr-clients.ts'

XHR_CLIENTS.forEach(contract)
