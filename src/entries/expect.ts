export {
  type MatcherResult,
  type PathOf,
  type RequestMatch,
  type RequestMatchers,
  toHaveRequested,
  toHaveRequestedInOrder,
  toHaveRequestedTimes,
} from '../assertions/request-matchers.ts'
