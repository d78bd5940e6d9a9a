import type { Expectation } from '../match/condition.ts'
import type { WholeCondition } from '../matcher.ts'
import type { Params, ParamsOf } from '../params.ts'
import type { NamedReply, ResolverContext } from '../reply/reply.ts'
import type { MatchPart, RequestSnapshot } from '../request.ts'
import type { Method, Settings, Stub } from './stub.ts'

/** The types of a route's requests and response, written by hand: `rest.get<{ params: { id: string } }>(…)`. */
export interface RequestShape extends Partial<Record<Exclude<MatchPart, 'body'>, object>> {
  body?: unknown
  response?: unknown
}

/** A shape. Where the type of a payload stands in its place, the type error has the code to write. */
type ShapeAlone<Shape> = RequestShape & {
  [Name in Exclude<keyof Shape, keyof RequestShape>]: 'write <{ response: … }>'
}

/** The type of a part in a shape, or another type if the shape does not have the part. */
type PartOf<Shape, Part extends PropertyKey, Otherwise> = Shape extends Record<Part, infer Value> ? Value : Otherwise

/** The parts of a request, typed by a shape. */
type TypedParts<Shape extends RequestShape> = {
  // Of a type that has comments: an editor shows those.
  readonly [Part in keyof Pick<RequestSnapshot, MatchPart>]: PartOf<Shape, Part, RequestSnapshot[Part]>
}

/** The request as a resolver of a route with this shape sees it. */
export interface TypedRequest<Shape extends RequestShape> extends Omit<RequestSnapshot, MatchPart>, TypedParts<Shape> {}

/** A function that returns the response to each request. Its result is sent like a static response. */
export type RestResolver<Shape extends RequestShape> = (
  context: ResolverContext<TypedRequest<Shape>>,
) => Answer<Shape> | Promise<Answer<Shape>>

/** The result of a resolver: a payload of the shape's type, a response helper, or a `Response`. */
export type Answer<Shape extends RequestShape> = PartOf<Shape, 'response', unknown> | NamedReply | Response

/** A payload that is no function: each function has a `name` and a `length`, and would pass as a payload that has them. */
type NoFunction<Payload> = Payload extends object
  ? [keyof Payload] extends [never]
    ? Payload
    : Payload & { readonly [Symbol.hasInstance]?: never }
  : Payload

/** A response: a payload, a response helper such as `text()`, or a resolver. */
export type RestResponse<Shape extends RequestShape> =
  | RestResolver<Shape>
  | NoFunction<PartOf<Shape, 'response', object | string | number | boolean | null | undefined>>
  | NamedReply
  | Response

/** Conditions by name; none if the path has no params. */
type ParamConditions<Known> = [keyof Known] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [Name in keyof Known]?: Expectation<Known[Name]> }

/** Conditions on a part that arrives as text: by name, a function of the part, or anything else. */
type TextConditions<Part> =
  | { readonly [Name in keyof Part]?: Expectation<Part[Name] | undefined> }
  | ((part: Part) => unknown)
  | object

/** The conditions of a stub. A part without a condition is not compared. */
export interface MatchParts<Shape extends RequestShape> {
  /** Conditions on the params of the path, by name. Values are strings. */
  readonly params?:
    | ParamConditions<PartOf<Shape, 'params', Params>>
    | ((params: TypedRequest<Shape>['params']) => unknown)
    | WholeCondition
  /** Conditions on the queries of the URL, by name. Values are strings, or lists of strings if a name is repeated. Other queries are ignored. */
  readonly queries?: TextConditions<TypedRequest<Shape>['queries']>
  /** Conditions on headers, by name in any case. */
  readonly headers?: TextConditions<TypedRequest<Shape>['headers']>
  /** Conditions on the cookies that the request sends, by name. */
  readonly cookies?: TextConditions<TypedRequest<Shape>['cookies']>
  /** What the body must contain: JSON, a form, text or bytes. Other keys are ignored. */
  readonly body?: Expectation<TypedRequest<Shape>['body']>
}

/** The settings of a stub, its `match` typed by the route. */
export interface RestSettings<Shape extends RequestShape> extends Settings {
  readonly match?: MatchParts<Shape> | ((request: TypedRequest<Shape>) => unknown)
}

/** The shape that was written by hand, else the params of the path. */
type ShapeOf<Shape extends RequestShape, Path> = [Shape] extends [never] ? { params: ParamsOf<Path> } : Shape

/** Declares a stub of one method, and returns it, or what is made of it. One signature, not two: an error is then reported at its own place, not at the path. */
export interface RestMethod<Result = Stub> {
  /**
   * Declares a stub of this method.
   *
   * - `path`: path-to-regexp's syntax from a slash on (any origin), an absolute URL (that origin only), or a RegExp.
   * - `response`: the payload, a response helper (`text()`, `networkError()` …), or a resolver.
   * - `settings`: `match`, `status` (200–599), `statusText`, `headers`, `delay` (ms), `times`.
   *
   * @param path `'/users/:id'` (any origin), `'https://api.test/users/:id'` (that origin only), or a RegExp on the pathname.
   * @param response The payload, a response helper such as `status(404)`, or a resolver that returns either.
   * @param settings `match`, `status`, `statusText`, `headers`, `delay` and `times`; all are optional.
   * @throws {RouteDefinitionError} if the declaration is wrong; the message shows the corrected code.
   * @example
   * rest.get('/users/:id', ({ request }) => ({ id: request.params.id }))
   */
  // biome-ignore lint/style/useShorthandFunctionType: an editor shows the comment of a signature, not of a type
  <Shape extends ShapeAlone<Shape> = never, Path extends string | RegExp = string | RegExp>(
    path: Path,
    response: RestResponse<ShapeOf<Shape, Path>>,
    settings?: RestSettings<ShapeOf<Shape, Path>>,
  ): Result
}

/** The functions that declare stubs, one for each method. */
export type RestMethods<Result = Stub> = { readonly [Name in Lowercase<Method>]: RestMethod<Result> }
