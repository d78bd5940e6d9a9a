import { transform } from 'sucrase'

const FILE = 'playground.ts'

/** A mistake of the reader's, with the line of the editor that it stands in, if it is known. */
export interface Mistake {
  readonly name: string
  readonly message: string
  readonly line: number | undefined
}

/** Runs a module: it takes what `import` loads, and the names that are in scope without an import. */
export type Module = (load: (name: string) => unknown, scope: Readonly<Record<string, unknown>>) => Promise<void>

/**
 * Turns the text of a TypeScript module into a function. Its lines keep their numbers, so that errors and reports name the
 * lines of the editor.
 * @throws {SyntaxError} when the text is no module.
 */
export function compile(text: string): Module {
  const { code } = transform(text, { transforms: ['typescript', 'imports'], disableESTransforms: true, filePath: FILE })
  return async (load, scope) => {
    // Only parameters in the first line: a line before the reader's would move all numbers.
    const parameters = ['require', 'exports', ...Object.keys(scope)].join(', ')
    const source = `export default async (${parameters}) => {${code}\n}\n//# sourceURL=${FILE}`
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
    const { default: run } = await import(/* @vite-ignore */ url).finally(() => URL.revokeObjectURL(url))
    await run(load, {}, ...Object.values(scope))
  }
}

/** Returns what the page shows of an error. The line is the one of the reader's text in its stack, or of a wrong syntax. */
export function mistakeOf(error: unknown): Mistake {
  if (!(error instanceof Error)) return { name: 'Thrown', message: String(error), line: undefined }
  const { loc } = error as { loc?: { line: number } }
  const [, line] = new RegExp(`${FILE}:(\\d+):`).exec(error.stack ?? '') ?? []
  const message = error.message.replace(/^Error transforming .*?: /, '')
  return { name: error.name, message, line: loc?.line ?? (line === undefined ? undefined : Number(line)) }
}
