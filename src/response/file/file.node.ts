import { promises, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lookup } from 'mrmime'
import { defineMaker, SETTINGS_NOTE } from '../../core/define-maker.ts'
import { assertArgument, reasonOf, refuseCall } from '../../core/refusal.ts'
import { type Chunk, type NamedReply, named } from '../../core/reply/reply.ts'
import { quote } from '../../core/show.ts'
import { isUrl } from '../../core/type-guards.ts'

/** The bytes that are read at a time. */
const CHUNK = 2 ** 16

/**
 * Sends the bytes of a file, with their length, and a content type by the name of the file. The file is read when it is requested.
 * Byte ranges and preconditions are not answered: the file is sent whole.
 *
 * @param path of the file, relative to the working directory, or a `file:` URL.
 * @throws {RouteDefinitionError} if there is no such file.
 * @throws {MynahError} `ENVIRONMENT`, in a page.
 * @function
 * @example
 * rest.get('/logo.png', file('test/fixtures/logo.png'))
 */
export const file: (path: string | URL) => NamedReply = defineMaker(
  'file',
  { makes: 'reply', takes: 1, note: SETTINGS_NOTE },
  declareFile,
)

function declareFile(path: string | URL): NamedReply {
  const isRight = (typeof path === 'string' && path !== '') || (isUrl(path) && path.protocol === 'file:')
  assertArgument(isRight, 'file', path, 'the path of a file, or a file: URL')
  const place = typeof path === 'string' ? resolve(path) : fileURLToPath(path)
  assertFile(path, place)
  const type = contentTypeOf(place)
  const resolver = () => {
    const { size } = statSync(place)
    const items = readChunks(place, size)
    return named('file', [path], { kind: 'content', body: { kind: 'stream', items, toChunk, type, size } })
  }
  return named('file', [path], { kind: 'resolver', resolver, hasBody: true })
}

function assertFile(path: string | URL, place: string): void {
  const refuse = (problem: string, options?: ErrorOptions): never =>
    refuseCall(`file(${quote(String(path))})`, problem, undefined, options)
  let stats: Stats | undefined
  try {
    stats = statSync(place)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    refuse(isMissing ? `there is no file ${place}` : `the file cannot be read: ${reasonOf(error)}`, { cause: error })
  }
  if (!stats?.isFile()) refuse(`${place} is not a file`)
}

function contentTypeOf(place: string): string {
  const type = lookup(place) ?? 'application/octet-stream'
  return type.startsWith('text/') ? `${type};charset=utf-8` : type
}

const toChunk = (item: unknown) => item as Chunk

async function* readChunks(place: string, size: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < size; ) {
    const chunk = await readFileChunk(place, position, Math.min(CHUNK, size - position))
    position += chunk.byteLength
    yield chunk
  }
}

/** Opens the file and closes it again: a client that reads no further would otherwise leave it open. */
async function readFileChunk(place: string, position: number, length: number): Promise<Uint8Array> {
  const handle = await promises.open(place)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: new Uint8Array(length), position })
    if (bytesRead === 0) throw new Error(`${place} was truncated while it was being sent`)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
