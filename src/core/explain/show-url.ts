import { printable } from '../printable.ts'
import { decode, splitUrl } from '../request.ts'
import { isSecretQuery } from '../secrets.ts'
import { HIDDEN } from '../show.ts'

/** Longer URLs are shortened in a report, which then says how long they are. */
const LONGEST_URL = 300

/** Returns a URL for a report: the values of secret queries are hidden, a long URL is shortened. */
export function showUrl(url: string): string {
  const { search } = splitUrl(url)
  const shown = printable(search === '' ? url : url.slice(0, url.indexOf('?')) + hideSecrets(search))
  return shown.length > LONGEST_URL ? `${shown.slice(0, LONGEST_URL)}… (${url.length} characters)` : shown
}

function hideSecrets(search: string): string {
  return search.replace(/([?&])([^=&]*)=([^&]*)/g, (pair, sign: string, name: string, value: string) =>
    value !== '' && isSecretQuery(decode(name)) ? `${sign}${name}=${HIDDEN}` : pair,
  )
}
