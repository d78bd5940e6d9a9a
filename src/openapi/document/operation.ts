import { getOrAdd } from '../../core/get-or-add.ts'
import { show, showWritten } from '../../core/show.ts'
import { type BasePath, serversBase } from './base-path.ts'
import { type ApiDocument, type Data, isData, type LeaveOut, type Part, pointer, refuseDocument } from './document.ts'
import type { MediaTypes } from './media-type.ts'

/** The methods of a document that stubs can be declared for. */
export const OPERATION_METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const
export type OperationMethod = (typeof OPERATION_METHODS)[number]

/** The places of parameters in a request. */
export const PLACES = ['path', 'query', 'header', 'cookie'] as const
export type Place = (typeof PLACES)[number]

/** A declared parameter. */
export interface Parameter {
  readonly name: string
  readonly place: Place
  readonly part: Part<Data>
}

/** A documented response; `key` is the status as the document writes it. */
interface DocumentedResponse {
  readonly key: string
  readonly content: MediaTypes
}

/** One operation. Its parts are read, and its references followed, when it is first used. */
export class Operation {
  readonly document: ApiDocument
  readonly method: Uppercase<OperationMethod>
  readonly path: string
  readonly operationId: string | undefined
  readonly tags: readonly string[]
  /** The statuses as the document writes them. */
  readonly statuses: readonly string[]
  readonly #part: Part<Data>
  readonly #item: Part<Data>
  readonly #responses = new Map<string, DocumentedResponse>()

  constructor(document: ApiDocument, method: OperationMethod, path: string, part: Part<Data>, item: Part<Data>) {
    const { operationId, responses, tags } = part.value
    this.document = document
    this.method = method.toUpperCase() as Uppercase<OperationMethod>
    this.path = path
    this.#part = part
    this.#item = item
    this.operationId = typeof operationId === 'string' ? operationId : undefined
    this.tags = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
    this.statuses = isData(responses) ? Object.keys(responses).filter((status) => !status.startsWith('x-')) : []
  }

  /** The base of its own servers, or of those of its path; `undefined` if it has none. */
  get ownBase(): BasePath | undefined {
    return serversBase(this.#part.value.servers) ?? serversBase(this.#item.value.servers)
  }

  /** `GET /users/{username}`. */
  get name(): string {
    return `${this.method} ${this.path}`
  }

  /** The beginning of its call: `openapi.get('/users/{username}'`. */
  get call(): string {
    return callOf(this.method, this.path)
  }

  /** The parameters by place and name. The operation's own replace those of its path. */
  get parameters(): Parameter[] {
    const lists = [this.#item, this.#part].flatMap((owner) => this.document.entry(owner, 'parameters') ?? [])
    const found = lists.flatMap(({ value, at }) => {
      if (!Array.isArray(value)) refuseDocument(`parameters are a list, not ${show(value)}`, at)
      return value.map((one: unknown, index) => this.#parameter({ value: one, at: pointer(at, index) }))
    })
    return [...new Map(found.map((parameter) => [`${parameter.place} ${parameter.name}`, parameter])).values()]
  }

  #parameter(written: Part): Parameter {
    const part = this.document.resolve(written)
    if (!isData(part.value)) refuseDocument(`a parameter is an object, not ${show(part.value)}`, part.at)
    const { name, in: where } = part.value
    const place = PLACES.find((one) => one === where)
    if (typeof name === 'string' && place) return { name, place, part: part as Part<Data> }
    return refuseDocument('a parameter has a name, and is in path, query, header or cookie', part.at)
  }

  /** Returns the documented response of a status. */
  response(status: number): DocumentedResponse | undefined {
    const key = this.keyOf(status)
    return this.statuses.includes(key) ? this.responseOf(key) : undefined
  }

  /**
   * Returns a status as the document writes it: the status itself, its range, or `default`; by itself if it is not documented.
   */
  keyOf(status: number): string {
    const wanted = [String(status), `${String(status)[0]}XX`, 'DEFAULT']
    return wanted.flatMap((name) => this.statuses.filter((one) => one.toUpperCase() === name))[0] ?? String(status)
  }

  responseOf(key: string): DocumentedResponse {
    return getOrAdd(this.#responses, key, () => {
      const responses = this.document.object(this.#part, 'responses')
      const response = responses && this.document.object(responses, key)
      return { key, content: response ? this.document.objects(response, 'content') : [] }
    })
  }

  /** The documented request body. */
  get body(): { readonly isRequired: boolean; readonly content: MediaTypes } | undefined {
    const body = this.document.object(this.#part, 'requestBody')
    return body && { isRequired: body.value.required === true, content: this.document.objects(body, 'content') }
  }

  /** Returns the names of the API keys that security schemes declare for a place. */
  apiKeys(place: Place): string[] {
    const components = this.document.object(this.document.whole, 'components')
    // One that cannot be read is of no use to any operation, and most need none.
    const schemes = components ? this.document.objects(components, 'securitySchemes', () => {}) : []
    return schemes.flatMap(([, { value }]) =>
      value.in === place && typeof value.name === 'string' ? [value.name] : [],
    )
  }

  /** The lowest documented status of success; `2XX` stands for 200. */
  get lowestSuccess(): number | undefined {
    const successes = this.statuses.filter((key) => /^2(\d\d|xx)$/i.test(key))
    return successes.map((key) => Number(key.replace(/xx/i, '00'))).sort()[0]
  }

  /** The status of a stub without the setting `status`: of success, or else of a redirect. An error has to be asked for. */
  get defaultStatus(): number {
    const redirect = this.statuses.map(Number).find((status) => status >= 300 && status < 400)
    return this.lowestSuccess ?? (this.statuses.includes('default') ? undefined : redirect) ?? 200
  }
}

/** Returns a call of a method as written: `openapi.get('/users/{username}'`. */
export function callOf(method: string, path: unknown): string {
  return `openapi.${method.toLowerCase()}(${showWritten(path)}`
}

/** Makes the operations of a document, in its order. `leaveOut` is told of the paths that cannot be read. */
export function readOperations<Made>(
  document: ApiDocument,
  make: (...parts: ConstructorParameters<typeof Operation>) => Made,
  leaveOut: LeaveOut = () => {},
): Made[] {
  return document.objects(document.whole, 'paths', leaveOut).flatMap(([path, item]) =>
    OPERATION_METHODS.flatMap((method) => {
      const part = document.object(item, method, (error) => leaveOut(path, error))
      return part ? [make(document, method, path, part, item)] : []
    }),
  )
}
