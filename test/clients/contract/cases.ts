/** The promises for every client: the columns of the table of clients. Each is a `describe` of that name. */
export const CASES = [
  'GET',
  'POST JSON',
  'error status',
  'headers both ways',
  'cookies',
  'empty',
  'binary',
  '5 MB',
  'stream',
  'redirect',
  'abort',
  'time-out',
  'keep-alive agent',
  'unmatched',
] as const
