/** Every character that ends a param's name in path-to-regexp's syntax and stands on a keyboard. */
type Delimiter =
  | '/'
  | '.'
  | '-'
  | '~'
  | '!'
  | '@'
  | '#'
  | '%'
  | '^'
  | '&'
  | '*'
  | '('
  | ')'
  | '+'
  | '='
  | '['
  | ']'
  | '{'
  | '}'
  | '|'
  | '\\'
  | ':'
  | ';'
  | '"'
  | "'"
  | '<'
  | '>'
  | ','
  | '?'
  | ' '
  | '`'

/** A name and what stands behind it: `id/posts` gives `['id', '/posts']`, `"a b".x` gives `['a b', '.x']`. */
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

/** Walks over a path; `Depth` has an element for each brace that is open. */
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

type Flatten<Type> = { [Key in keyof Type]: Type[Key] }

/** The params of a request, as far as a path that is no literal tells of them. */
export type Params = Record<string, string | string[] | undefined>

/**
 * The params that a literal path gives: a string for `:name`, a `string[]` for `*name`, `undefined` too where it
 * stands in an optional part. A RegExp's groups and a path that is not known at compile time are not told apart.
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
