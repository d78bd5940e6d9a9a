/** The characters of a text. */
type CharsOf<Text extends string> = Text extends `${infer Char}${infer Rest}` ? Char | CharsOf<Rest> : never

/** Every character of a keyboard that ends the name of a param in path-to-regexp's syntax. */
type Delimiter = CharsOf<'/.-~!@#%^&*()+=[]{}|\\:;"\'<>,? `'>

/** A name and the text behind it: `['id', '/posts']` for `id/posts`, `['a b', '.x']` for `"a b".x`. */
type TakeName<Text extends string, Name extends string = ''> = Text extends `"${infer Quoted}"${infer Rest}`
  ? [Quoted, Rest]
  : Text extends `${infer Char}${infer Rest}`
    ? Char extends Delimiter
      ? [Name, Text]
      : TakeName<Rest, `${Name}${Char}`>
    : [Name, '']

type AddParam<Found, Name extends string, Value, Depth extends unknown[]> = Found & {
  [Key in Name]: Depth extends [] ? Value : Value | undefined
}

/** Walks over a path; `Depth` has one element for each open brace. */
type Walk<Text extends string, Found, Depth extends unknown[]> = Text extends `${infer Char}${infer Rest}`
  ? Char extends '\\'
    ? Rest extends `${string}${infer After}`
      ? Walk<After, Found, Depth>
      : Found
    : Char extends '{'
      ? Walk<Rest, Found, [...Depth, 1]>
      : Char extends '}'
        ? Walk<Rest, Found, Depth extends [unknown, ...infer Outer] ? Outer : []>
        : Char extends ':'
          ? TakeName<Rest> extends [infer Name extends string, infer After extends string]
            ? Walk<After, AddParam<Found, Name, string, Depth>, Depth>
            : never
          : Char extends '*'
            ? TakeName<Rest> extends [infer Name extends string, infer After extends string]
              ? Walk<After, AddParam<Found, Name, string[], Depth>, Depth>
              : never
            : Walk<Rest, Found, Depth>
  : Found

/** The same type, as one object. Without `& {}` an editor shows the name of this type. */
type Flatten<Type> = { [Key in keyof Type]: Type[Key] } & {}

/** The params of a request whose path is not known at compile time. */
export type Params = Record<string, string | string[] | undefined>

/**
 * The params of a literal path: a string for `:name`, a `string[]` for `*name`, or `undefined` in an optional part.
 * For a RegExp, and for a path that is not known at compile time, the names are any string.
 *
 * @example
 * type P = ParamsOf<'/users/:id{/:tab}'> // { id: string; tab: string | undefined }
 */
export type ParamsOf<Path> = Path extends RegExp
  ? Record<string, string | undefined>
  : Path extends string
    ? Record<never, never> extends Record<Path, unknown>
      ? Params
      : Path extends `${'/' | '{'}${string}`
        ? Flatten<Walk<Path, unknown, []>>
        : Path extends `${string}://${infer Host}/${infer Tail}`
          ? Flatten<Walk<Tail, unknown, Host extends `${string}{` ? [1] : []>>
          : Record<never, never>
    : never
