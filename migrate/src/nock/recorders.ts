import type ts from 'typescript'
import { openOption } from '../declare/allowed-hosts.ts'
import type { Source } from '../read/source.ts'

const MODES: Readonly<Record<string, string>> = { record: 'missing', update: 'all', lockdown: 'none', dryrun: 'none' }
const RECORDER =
  "record by setupMocks(cassette('recorded.har', { origins: [origin] })) of mynah/record: npx mynah routes recorded.har prints the code"
const PASSING = "let the requests pass: setupMocks(routes, { onUnmatched: 'passthrough' })"

/** The code that does what a use of `nock.back` does, or of `nock.recorder`. */
export function recordAdvice(source: Source, used: ts.Node, member: string): string {
  const { ts } = source
  if (member === 'recorder') return RECORDER
  const { parent } = used
  if (ts.isCallExpression(parent) && parent.expression === used) {
    const [name] = parent.arguments
    const path = name && ts.isStringLiteralLike(name) ? name.text.replace(/\.json$/, '.har') : 'name.har'
    return `record anew: setupMocks(cassette('${path}', { origins: [origin] })) of mynah/record, without nockDone()`
  }
  const access = ts.isPropertyAccessExpression(parent) ? parent : undefined
  if (access?.name.text === 'fixtures')
    return 'write this folder into the path: cassette(path, { origins }) of mynah/record'
  const [mode] = access && ts.isCallExpression(access.parent) ? access.parent.arguments : []
  const text = mode && ts.isStringLiteralLike(mode) ? mode.text : undefined
  if (text === 'wild') return PASSING
  const [known] = text === undefined ? [] : [MODES[text]]
  return `write cassette(path, { origins${known ? `, mode: '${known}'` : ''} }) of mynah/record${known ? '' : ', or set MYNAH_RECORD'}`
}

/** Whether a text plays a recording of `nock.back`, whose hosts it does not tell. */
export function playsRecording(text: string): boolean {
  return /\bnock(?:\.b|B)ack\s*\(/.test(text)
}

/**
 * The option of `setupMocks` that a use stands for in a project that plays no recording: a mode of `nock.back` only says whether requests pass,
 * the folder of recordings is of no use, and a recorder that records nothing has nothing to forget. `undefined` if it is about recordings.
 */
export function optionWithoutRecordings(source: Source, used: ts.Node, member: string): string | undefined {
  const { ts, file } = source
  const { parent: access } = used
  if (member === 'recorder')
    return /\.clear$/.test(access.getText(file)) && !/\.(?:rec|play)\(/.test(file.text) ? '' : undefined
  const texts = [file, ...source.rulings.files()].map(({ text }) => text)
  if (texts.some(playsRecording)) return undefined
  const isFolder =
    ts.isPropertyAccessExpression(access) &&
    access.name.text === 'fixtures' &&
    access.parent.getText(file).startsWith(`${access.getText(file)} =`)
  const [, mode] = /^[\w.]*\.setMode\(['"](\w+)['"]\)$/.exec(access.parent.getText(file)) ?? []
  if (mode === undefined) return isFolder ? '' : undefined
  return /^(?:wild|dryrun)$/.test(mode) ? openOption(source) : ''
}
