import { isWider } from './documented.js'

const SHOWN = 8

/** What differs between the two sides of a row, as text. */
export function differenceOf({ form }, old, made, left) {
  const lines = linesOf(form, old, made, left)
  if (lines.length === 0) return undefined
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : []
  return [form, ...[...lines.slice(0, SHOWN), ...more].map((line) => `  ${line}`)].join('\n')
}

function linesOf(form, old, made, left) {
  if (left) return left.map((reason) => `left by hand: ${reason}`)
  if (isRefused(old)) return [`the old file did not run: ${firstLine(old?.errors[0])}`]
  if (!made) return ['the new file did not run']
  const length = Math.max(old.outcomes.length, made.outcomes.length)
  const pairs = Array.from({ length }, (_, index) => [old.outcomes[index] ?? NOTHING, made.outcomes[index] ?? NOTHING])
  const different = pairs
    .filter(([before, after]) => !areEqual(form, before, after, made))
    .map(([before, after]) => `${before.title ?? after.title}: old ${before.text}, new ${after.text}`)
  // A request that matches nothing, or whose resolver throws, fails its test with mynah.
  const hasMiss = made.outcomes.some(({ text }) => text === 'rejected')
  const isSameEnd = old.errors.length > 0 ? made.errors.length > 0 : made.errors.length === 0 || hasMiss
  return isSameEnd ? different : [...different, `the test: old ${endOf(old)}, new ${endOf(made)}`]
}

const NOTHING = { text: 'nothing' }

function areEqual(form, before, after, made) {
  if (before.text === after.text) return true
  if (before.kind === 'assertion') {
    // `done()` and `isDone()` became an expectation, which the end of the test checks.
    if (after === NOTHING) return before.text.endsWith(' passes') || made.errors.length > 0
    const isSame = before.matcher === after.matcher && ![before, after].some(({ text }) => text.includes('…'))
    return !isSame && before.text.split(' ').at(-1) === after.text.split(' ').at(-1)
  }
  if (before.kind !== 'request' || after.kind !== 'request') return false
  if (before.text === 'rejected') return isWider(form, before)
  if (before.status === undefined || before.status !== after.status) return false
  // A payload comes with its type here.
  return (
    headersOf(before, after) === headersOf(after, before) && (before.method === 'HEAD' || before.body === after.body)
  )
}

function headersOf({ headers }, other) {
  const names = Object.keys(headers).filter((name) => name !== 'content-type' || other.headers[name] !== undefined)
  return JSON.stringify(names.map((name) => [name, headers[name]]))
}

/** The form itself is not one of this version. */
export function isRefused(result) {
  if (!result) return true
  const { outcomes, errors } = result
  if (errors.some((error) => /is not (?:a function|iterable)|reading 'calls'/.test(error))) return true
  return errors.length > 0 && outcomes.every(({ text }) => text === 'no answer')
}

const endOf = ({ errors }) => (errors.length > 0 ? firstLine(errors[0]) : 'passes')
const firstLine = (text = '') => text.split('\n')[0]
