import type { Schema } from '@cfworker/json-schema'

/** The shortest texts of the formats that an empty text does not have. */
const TEXTS: Readonly<Record<string, string>> = {
  date: '1970-01-01',
  'date-time': '1970-01-01T00:00:00Z',
  time: '00:00:00Z',
  duration: 'P0D',
  email: 'a@a.aa',
  'idn-email': 'a@a.aa',
  hostname: 'a',
  'idn-hostname': 'a',
  ipv4: '0.0.0.0',
  ipv6: '::',
  uri: 'a:a',
  iri: 'a:a',
  url: 'http://a.aa',
  uuid: '00000000-0000-0000-0000-000000000000',
  'relative-json-pointer': '0',
}

/** Returns the shortest text of a format, filled up to the least length. */
export function leastText(members: readonly Schema[]): string {
  const format = members.map((one) => one.format).find((one) => one !== undefined) ?? ''
  const length = Math.max(0, ...members.map(({ minLength = 0 }) => minLength))
  return (TEXTS[format] ?? '').padEnd(length, 'a')
}

/** Returns the least number from the limits upwards; 0 if there is no lower one. */
export function leastNumber(members: readonly Schema[]): number {
  const all = (keyword: string) => members.flatMap((one): number[] => (keyword in one ? [one[keyword]] : []))
  const isInteger = members.some(({ type }) => type === 'integer')
  const most = Math.min(...all('maximum'), ...all('exclusiveMaximum').map((limit) => limit - 1))
  const above = all('exclusiveMinimum').map((limit) =>
    limit + 1 > most && !isInteger ? (limit + most + 1) / 2 : limit + 1,
  )
  const least = Math.max(...all('minimum'), ...above)
  const start = Number.isFinite(least) ? least : Math.min(0, most)
  const step = all('multipleOf')[0] ?? (isInteger ? 1 : undefined)
  if (step === undefined) return start
  const steps = Number.isFinite(least) ? Math.ceil(start / step) : Math.floor(start / step)
  // `-0` would be another value than 0 for whoever compares.
  return steps * step + 0
}
