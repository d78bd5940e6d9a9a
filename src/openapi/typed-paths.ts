import type { WholeCondition } from '../core/matcher.ts'
import type { Params } from '../core/params.ts'
import type { NamedReply } from '../core/reply/reply.ts'
import type { RequestSnapshot } from '../core/request.ts'
import type { RestResolver, RestResponse, RestSettings, TypedRequest } from '../core/stub/rest-method.ts'
import type { Settings, Stub } from '../core/stub/stub.ts'
import type { OperationMethod } from './document/operation.ts'
import type { ContentOf, LowestStatus, PayloadAt, StatusOf } from './typed-responses.ts'

/** The methods of a contract: typed by the `paths` of openapi-typescript, untyped without them. */
export type OpenapiMethods<Paths> = {
  readonly [Method in OperationMethod]: unknown extends Paths ? PlainMethod : OpenapiMethod<Paths, Method>
}

/** Declares a stub of an operation without known types. */
type PlainMethod = (
  path: string,
  response: RestResponse<{ params: Params }>,
  settings?: RestSettings<{ params: Params }>,
) => Stub

/** Declares a stub of an operation. `settings.status` says which of its payloads is sent. */
export type OpenapiMethod<Paths, Method extends OperationMethod> = <
  Path extends PathsWith<Paths, Method>,
  Status extends StatusOf<ResponsesOf<Paths, Path, Method>> = Extract<
    LowestStatus<ResponsesOf<Paths, Path, Method>>,
    StatusOf<ResponsesOf<Paths, Path, Method>>
  >,
>(
  path: Path,
  response:
    | PayloadAt<ResponsesOf<Paths, Path, Method>, Status>
    | NamedReply
    | Response
    | RestResolver<OperationShape<OperationOf<Paths, Path, Method>>>,
  settings?: OpenapiSettings<OperationOf<Paths, Path, Method>, Status>,
) => Stub

/** The templates that have a method. */
export type PathsWith<Paths, Method extends OperationMethod> = {
  [Path in keyof Paths & string]: Paths[Path] extends Record<Method, object> ? Path : never
}[keyof Paths & string]

/** An operation of the document. */
export type OperationOf<Paths, Path extends keyof Paths, Method extends OperationMethod> =
  IsAnyPath<Path, PathsWith<Paths, Method>> extends true
    ? AnyOperation
    : Method extends keyof Paths[Path]
      ? Paths[Path][Method]
      : never

/**
 * Whether a path is all of them: TypeScript puts the constraint in the place of a path that the document lacks. The operations
 * of a large document in one union take half a minute to compute, for an error that is about the path alone.
 */
type IsAnyPath<Path, All> = [All] extends [Path] ? IsUnion<Path> : false

type IsUnion<Value, Whole = Value> = Value extends unknown ? ([Whole] extends [Value] ? false : true) : never

/** What stands in the place of the operation of a path that the document lacks. */
interface AnyOperation {
  parameters: { path: Record<string, string>; query: Record<string, string> }
  requestBody: { content: { json: unknown } }
  responses: { default: { content: { json: object | string | number | boolean | null | undefined } } }
}

/** The responses of an operation, by status. */
type ResponsesOf<Paths, Path extends keyof Paths, Method extends OperationMethod> =
  OperationOf<Paths, Path, Method> extends { responses: infer Responses } ? Responses : never

/** A value as it arrives in a text: numbers and booleans as text, a list as one text or several. */
type TextOf<Value> = Value extends string
  ? Value
  : Value extends number | boolean
    ? `${Value}`
    : string | (Value extends readonly (infer Item)[] ? (Item extends string ? Item[] : string[]) : never)

/** Values by name, as they arrive in texts. */
type TextsOf<Values> = {
  [Name in keyof Values]: TextOf<NonNullable<Values[Name]>> | Extract<Values[Name], undefined>
}

/** The parameters of an operation in one place: the path, the query, the headers or the cookies. */
type ParametersIn<Operation, Place extends string> = Operation extends {
  parameters: { [Key in Place]?: infer Values }
}
  ? [NonNullable<Values>] extends [never]
    ? Record<never, never>
    : NonNullable<Values>
  : Record<never, never>

/** The body of a request, as it is parsed. */
type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? BodyIn<Content>
  : Operation extends { requestBody?: infer Body }
    ? (NonNullable<Body> extends { content: infer Content } ? BodyIn<Content> : never) | undefined
    : undefined

/** The fields of a form, as they arrive: texts, and files unless the form is urlencoded. */
type FormOf<Fields, Type> = {
  [Name in keyof Fields]: FieldOf<Fields[Name], Type extends `${string}urlencoded${string}` ? never : MaybeFile<Fields>>
}

/**
 * What a text may be as well. openapi-typescript writes a file as `string`, unless it was told to write `File` or `Blob`: fields of
 * these types say that the others are texts.
 */
type MaybeFile<Fields> = [Extract<ItemOf<Fields[keyof Fields]>, Blob>] extends [never] ? File : never

type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value

/** A field of a form: a list arrives as one value or several. */
type FieldOf<Value, OrFile> = unknown extends Value
  ? string | OrFile | (string | OrFile)[]
  : Value extends readonly (infer Item)[]
    ? FieldOf<Item, OrFile> | FieldOf<Item, OrFile>[]
    : Value extends string
      ? Value | OrFile
      : Value extends number | boolean
        ? `${Value}`
        : Value extends Blob
          ? File
          : Value extends null | undefined
            ? Extract<Value, undefined>
            : string | OrFile

/** JSON arrives as it is, a form as texts and files, a text as one, anything else as bytes. A range may be any of these. */
type BodyIn<Content> = {
  [Type in keyof Content]: Type extends `${string}json${string}`
    ? Content[Type]
    : Type extends `${string}form${string}`
      ? FormOf<Content[Type], Type>
      : Type extends `${string}*${string}`
        ? unknown
        : Type extends `text/${string}` | `${string}xml${string}`
          ? string
          : Uint8Array
}[keyof Content]

/** What `rest` takes as the types of a route: those of an operation. */
export interface OperationShape<Operation> {
  params: TextsOf<ParametersIn<Operation, 'path'>>
  queries: TextsOf<ParametersIn<Operation, 'query'>>
  body: BodyOf<Operation>
  /** A payload of any documented status. */
  response: Operation extends { responses: infer Responses } ? ContentOf<Responses[keyof Responses]> : never
}

/** A request as a resolver of an operation sees it: as it arrived, uncoerced. */
export type OpenapiRequest<Operation> = TypedRequest<OperationShape<Operation>>

/** The conditions on a part of the request: by declared names only; none if the operation declares none. */
type OpenapiConditions<Declared, Received, More extends string = never> =
  | ([keyof Declared | More] extends [never]
      ? Readonly<Record<string, never>>
      : { readonly [Name in keyof Declared | More]?: unknown })
  | ((part: Received) => unknown)
  | WholeCondition

/** The conditions of a stub: only on declared parts, and on `authorization`. */
export interface OpenapiMatch<Operation> {
  readonly params?: OpenapiConditions<ParametersIn<Operation, 'path'>, OpenapiRequest<Operation>['params']>
  readonly queries?: OpenapiConditions<ParametersIn<Operation, 'query'>, OpenapiRequest<Operation>['queries']>
  readonly headers?: OpenapiConditions<
    ParametersIn<Operation, 'header'>,
    RequestSnapshot['headers'],
    'authorization' | 'accept' | 'content-type'
  >
  readonly cookies?: OpenapiConditions<ParametersIn<Operation, 'cookie'>, RequestSnapshot['cookies']>
  readonly body?: unknown
}

/** The settings of a stub of an operation. */
export interface OpenapiSettings<Operation, Status> extends Omit<Settings, 'match' | 'status'> {
  readonly match?: OpenapiMatch<Operation> | ((request: OpenapiRequest<Operation>) => unknown)
  readonly status?: Status
}
