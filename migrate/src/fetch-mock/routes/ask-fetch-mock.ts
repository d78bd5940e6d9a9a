import type ts from 'typescript'
import { readLate } from '../../declare/reply-value.ts'
import type { DeclaredResponse } from '../../layout/model.ts'
import { bindingsOf } from '../../read/imports.ts'
import { isTypeScript, nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { majorOf } from '../../read/typescript.ts'
import { REDIRECT, responseOf } from './read-response.ts'

export const ASK = 'askFetchMock'
export const MODULES = /^(?:fetch-mock(?:-jest)?|@fetch-mock\/(?:core|jest|vitest))$/

/**
 * Reads the response of a route. One that cannot be read is an answer that mynah asks fetch-mock for: only fetch-mock's own rule, applied
 * when the request comes, tells a status from a text or from a response of its own.
 */
export function answerOf(source: Source, settings: [string, string][], node?: ts.Expression): DeclaredResponse {
  let answer: DeclaredResponse | undefined
  const own = [...settings]
  const reason = source.refusalOf(() => {
    answer = responseOf(source, own, node)
  })
  if (answer && reason === undefined) {
    settings.splice(0, settings.length, ...own)
    return answer
  }
  const [binding] = bindingsOf(source, MODULES).filter(({ exported }) => /^(?:default|\*|fetchMock)$/.test(exported))
  // The URL and `redirected` of its answer would be lost.
  if (!node || !binding || reason === REDIRECT) return responseOf(source, settings, node)
  source.note(node, `fetch-mock still makes this answer: ${reason}`)
  declareAsking(source, binding.name.text)
  return readLate(source, node, { code: `${ASK}(${node.getText(source.file)})`, isJson: false })
}

/** fetch-mock 12 has no sandbox, and in older ones an instance takes the place of the global fetch. */
export function isModern(source: Source): boolean {
  const { ts, file } = source
  const major = majorOf(file.fileName, 'fetch-mock')
  if (major !== undefined && major >= 12) return true
  const isNew = (node: ts.Node) => ts.isIdentifier(node) && MODERN.test(node.text)
  return bindingsOf(source, /^@fetch-mock\//).length > 0 || (major === undefined && nodesIn(ts, file, isNew).length > 0)
}

const MODERN = /^(?:mockGlobal|callHistory|createInstance|removeRoutes|hardReset)$/

/** Older ones answer with a Response of node-fetch, and are a fetch themselves: their types have no `fetchHandler`. */
function declareAsking(source: Source, fetchMock: string): void {
  const { indent, semicolon, quote } = source.style
  if (source.file.text.includes(`const ${ASK} =`)) return
  // With exactOptionalPropertyTypes, a body that may be undefined is none of a RequestInit.
  const [response, context, error, init] = isTypeScript(source)
    ? ['response: any', `: ${source.name('ResolverContext')}`, 'error: any', ' as RequestInit']
    : ['response', '', 'error', '']
  const [made, fetch] = isModern(source) ? ['createInstance().route', 'mock.fetchHandler'] : ['sandbox().mock', 'mock']
  const failed = `error instanceof Error ? error : Object.assign(new Error(String(error)), error)`
  const lines = [
    '/** Asks fetch-mock for an answer that it still makes. */',
    `const ${ASK} = (${response}) => {`,
    `${indent}const mock = ${fetchMock}.${made}(${quote}*${quote}, response)${semicolon}`,
    `${indent}return async ({ request: { url, method, headers, text: body, raw } }${context}) => {`,
    `${indent}${indent}try {`,
    `${indent}${indent}${indent}const answer = await ${fetch}(url, { method, headers, body, signal: raw.signal }${init})${semicolon}`,
    `${indent}${indent}${indent}return new ${source.global('Response')}(answer.body && (await answer.arrayBuffer()), answer)${semicolon}`,
    `${indent}${indent}} catch (${error}) {`,
    `${indent}${indent}${indent}return ${source.name('networkError')}(${failed})${semicolon}`,
    `${indent}${indent}}`,
    `${indent}}${semicolon}`,
    `}${semicolon}`,
  ]
  source.behind.add(lines.join('\n'))
}
