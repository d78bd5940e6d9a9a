import type { Conversion, Reader } from '../declare/conversion.ts'
import { type Binding, bindingsOf } from '../read/imports.ts'
import { usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { NockFile } from './nock-file.ts'
import { HANDED_OVER, replaceBodyTypes } from './scopes.ts'

const MODULES = /^nock$/

/** Rewrites a file's nock as mynah. */
export const NOCK: Reader = { modules: MODULES, convert: convertNock }

function convertNock(source: Source): Conversion | undefined {
  const bindings = bindingsOf(source, MODULES)
  if (bindings.length === 0) return undefined
  const usesBy = ({ symbol, name }: Binding) => usesOf(source, symbol, name.text).filter((use) => use !== name)
  const isMember = ({ exported, name }: Binding) =>
    MEMBERS.test(exported) || /\)\.back;?$/.test(name.parent.getText(source.file))
  const uses = bindings.filter((one) => !isMember(one)).flatMap(usesBy)
  for (const use of bindings.filter(isMember).flatMap(usesBy)) source.leave(use, BY_NAME)
  const file = new NockFile(source, replaceBodyTypes(source, uses))
  file.convert()
  const stays = wholeReason(source)
  if (stays !== undefined && stays !== BY_NAME)
    source.answers.push({ node: source.file, host: undefined, routes: undefined })
  return { bindings, needsSetup: file.hasStubs, options: file.options, stays }
}

/** Why a file stays with nock as a whole: what is done with nock there may be about all scopes. */
function wholeReason({ file, left }: Source): string | undefined {
  if (/\bnock(?:\.b|B)ack\s*\(/.test(file.text)) return RECORDED
  return [BY_NAME, HANDED_OVER].find((reason) => left.some((one) => one.reason === reason))
}

const RECORDED = 'nock answers for the hosts of a recording, which may be those of these scopes: record anew first'
const MEMBERS =
  /^(?:back|activate|isActive|isDone|pendingMocks|activeMocks|removeInterceptor|disableNetConnect|enableNetConnect|cleanAll|abortPendingRequests|load|loadDefs|define|restore|recorder|emitter)$/
const BY_NAME = 'import nock alone, write this as its member, as nock.cleanAll(), and run migrate again'
