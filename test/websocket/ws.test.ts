import { WebSocket } from 'ws'
import { testScenarios } from './compare.ts'
import type { ClientClass } from './recorder.ts'
import { SCENARIOS } from './scenarios.ts'
import { WS_SCENARIOS } from './ws-scenarios.ts'

testScenarios("ws'", WebSocket as unknown as ClientClass, [...SCENARIOS, ...WS_SCENARIOS])
