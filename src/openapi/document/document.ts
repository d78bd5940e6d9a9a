import { MynahError } from '../../core/errors.ts'
import { decode } from '../../core/request.ts'
import { show } from '../../core/show.ts'
import { isObject, isThenable } from '../../core/type-guards.ts'

/** An object of a document. Its entries may have any type: people write documents by hand too. */
export type Data = Readonly<Record<string, unknown>>

/** A part of a document, and the JSON pointer to it: `#/components/schemas/User`. */
export interface Part<Value = unknown> {
  readonly value: Value
  readonly at: string
}

/** A longer chain of references is a circle. */
const MOST_HOPS = 100

/** Refuses a document, or a part of it; `at` is the place. */
export function refuseDocument(problem: string, at?: string): never {
  throw new MynahError('OPENAPI', `openapi(document): ${problem}${at === undefined ? '' : `\n\n  at ${at}`}`)
}

/** Is told of an entry that cannot be read. */
export type LeaveOut = (name: string, error: MynahError) => void

/** Whether an error says that a part of the document cannot be read. */
export function isUnreadable(error: unknown): error is MynahError {
  return error instanceof MynahError && error.code === 'OPENAPI'
}

/** A parsed OpenAPI document. A part is read when it is first needed: most parts never are. */
export class ApiDocument {
  readonly root: Data
  readonly version: '3.0' | '3.1'

  /** @throws {MynahError} `OPENAPI`, for a value that is not an OpenAPI 3.0 or 3.1 document. */
  constructor(document: unknown) {
    if (!isData(document)) {
      refuseDocument(`it takes a parsed OpenAPI document, not ${show(document)}; parse JSON or YAML first`)
    }
    if (isThenable(document)) refuseDocument('it takes a parsed OpenAPI document, not a Promise; await it')
    if ('swagger' in document) {
      refuseDocument(`it takes OpenAPI 3.0 and 3.1, not Swagger ${document.swagger}; convert the document`, '#/swagger')
    }
    const version = (['3.0', '3.1'] as const).find((one) => `${document.openapi}.`.startsWith(`${one}.`))
    if (!version) refuseDocument(`it takes OpenAPI 3.0 and 3.1, not ${show(document.openapi)}`, '#/openapi')
    this.root = document
    this.version = version
  }

  /** The document as a part. */
  get whole(): Part<Data> {
    return { value: this.root, at: '#' }
  }

  /** The title and the version of the API, as far as the document has them. */
  get title(): string {
    const { title, version } = isData(this.root.info) ? this.root.info : {}
    return [title ?? 'an API without a title', version].filter((part) => part !== undefined).join(' ')
  }

  /**
   * Follows the references of a part to the part that is none.
   * @throws {MynahError} `OPENAPI`, for a reference that is not local, or that leads nowhere.
   */
  resolve(part: Part): Part {
    let current = part
    for (let hops = 0; isData(current.value) && typeof current.value.$ref === 'string'; hops++) {
      if (hops > MOST_HOPS) refuseDocument(`the reference ${show(current.value.$ref)} leads back to itself`, part.at)
      current = this.target(current.value.$ref, current.at)
    }
    return current
  }

  /** Returns the part that a reference leads to, which may be a reference again. */
  target(reference: string, at: string): Part {
    if (!/^#(?:\/|$)/.test(reference)) {
      refuseDocument(`the reference ${show(reference)} does not point into the document; bundle the document first`, at)
    }
    let value: unknown = this.root
    for (const key of keysOf(reference)) {
      if (!isObject(value) || !Object.hasOwn(value, key)) {
        refuseDocument(`the reference ${show(reference)} leads nowhere`, at)
      }
      value = (value as Data)[key]
    }
    return { value, at: reference }
  }

  /** Returns an entry of a part, with its references followed; `undefined` if there is none. */
  entry({ value, at }: Part, key: string): Part | undefined {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    const found = this.resolve({ value: (value as Data)[key], at: pointer(at, key) })
    return found.value === undefined || found.value === null ? undefined : found
  }

  /** Returns an entry of a part that has to be an object. One that cannot be read is none if there is a `leaveOut` to be told. */
  object(part: Part, key: string, leaveOut?: (error: MynahError) => void): Part<Data> | undefined {
    try {
      const found = this.entry(part, key)
      if (!found) return undefined
      if (!isData(found.value)) refuseDocument(`this part must be an object, not ${show(found.value)}`, found.at)
      return found as Part<Data>
    } catch (error) {
      if (!leaveOut || !isUnreadable(error)) throw error
      leaveOut(error)
      return undefined
    }
  }

  /** Returns a schema, and those that its references and `allOf` lead to. */
  members(schema: Part): Part<Data>[] {
    const members = new Map<unknown, Part>([[schema.value, schema]])
    // The map grows while it is read.
    for (const { value, at } of members.values()) {
      if (!isData(value)) continue
      for (const member of [value.allOf ?? []].flat()) members.set(member, { value: member, at })
      const target = typeof value.$ref === 'string' ? this.target(value.$ref, at) : undefined
      if (target) members.set(target.value, target)
    }
    return [...members.values()].filter((member): member is Part<Data> => isData(member.value))
  }

  /** Returns the entries of a map in a part. Each has to be an object. `leaveOut` is told of those that cannot be read. */
  objects(part: Part, key: string, leaveOut?: LeaveOut): (readonly [string, Part<Data>])[] {
    const map = this.object(part, key)
    if (!map) return []
    return Object.keys(map.value).flatMap((name) => {
      if (name.startsWith('x-')) return []
      const found = this.object(map, name, leaveOut && ((error) => leaveOut(name, error)))
      return found ? [[name, found] as const] : []
    })
  }
}

/** Whether a value is an object with entries. */
export function isData(value: unknown): value is Data {
  return isObject(value) && !Array.isArray(value)
}

/** Returns the pointer to an entry. */
export function pointer(at: string, key: string | number): string {
  const text = String(key)
  // Few keys have such a character, and a large document has very many keys.
  return `${at}/${/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`
}

/** Returns the keys of a JSON pointer in a fragment (RFC 6901, section 6). An escape that is none stays as it is written. */
export function keysOf(reference: string): string[] {
  return reference
    .split('/')
    .slice(1)
    .map((key) => decode(key).replaceAll('~1', '/').replaceAll('~0', '~'))
}
