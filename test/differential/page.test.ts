// @vitest-environment jsdom
import { describe, test } from 'vitest'
import { XHR_CLIENTS } from '../clients/contract/xhr-clients.ts'
import { compareWithServer, TIMEOUT } from './differential.ts'

describe('random exchanges look the same from a real server and from mynah', TIMEOUT, () => {
  test.for(XHR_CLIENTS.filter(({ name }) => !name.includes('its own origin')))('$name', compareWithServer)
})
