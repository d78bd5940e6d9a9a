// @vitest-environment jsdom
import { XHR_CLIENTS } from './contract/xhr-clients.ts'
import { cutting } from './cutting.ts'

XHR_CLIENTS.forEach(cutting)
