export {
  type MatcherResult,
  type RequestMatchers,
  toHaveRequested,
  toHaveRequestedInOrder,
  toHaveRequestedTimes,
  toHaveSent,
} from '../assertions/request-matchers.ts'
