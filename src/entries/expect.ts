export {
  type MatcherResult,
  type RequestMatchers,
  toHaveRequested,
  toHaveRequestedInOrder,
  toHaveRequestedTimes,
} from '../assertions/request-matchers.ts'
