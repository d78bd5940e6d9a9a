import { CLIENTS } from './clients.ts'
import { testScenarios } from './compare.ts'
import type { ClientClass } from './recorder.ts'

for (const [name, Class] of Object.entries(CLIENTS)) testScenarios(name, Class as ClientClass)
