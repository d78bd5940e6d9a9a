/* Loaded on demand by the preload `mynah/server`, so a separate file in the package. */
export { type Arrived, followRequest } from './follow-requests.ts'
export { serveMocks } from './serve-mocks.ts'
