export {
  type MatcherResult,
  type RequestMatch,
  type RequestMatchers,
  toHaveRequested,
  toHaveRequestedInOrder,
  toHaveRequestedTimes,
} from '../assertions/request-matchers.ts'
