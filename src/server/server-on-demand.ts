/* What the preload `mynah/server` loads when it is needed: a file of its own in the package. */
export { type Arrived, followRequest } from './follow-requests.ts'
export { serveMocks } from './serve-mocks.ts'
