import { followTests } from '../server/follow-tests.ts'
import { refuseProduction } from '../server/refuse-production.ts'

export { type ServedMocks, serveMocks } from '../server/serve-mocks.ts'

refuseProduction()
followTests()
