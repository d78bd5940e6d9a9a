import { writeSync } from 'node:fs'

const STDERR = 2

/** Ends a process that serves real users: there, whoever sends the cookie would answer what the server asks. */
export function exitInProduction(): void {
  const { NODE_ENV, MYNAH_SERVER } = process.env
  if (NODE_ENV !== 'production' || MYNAH_SERVER === '1') return
  // At once, because the process ends before a stream would be written.
  writeSync(STDERR, MESSAGE)
  process.exit(1)
}

const MESSAGE = `mynah/server does not run under NODE_ENV=production: anyone who sends the cookie mynah-test could answer the requests of this server

Remove  --import mynah/server  from NODE_OPTIONS, or, to test a production build, write  MYNAH_SERVER=1
`
