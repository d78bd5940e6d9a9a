import files from 'virtual:declarations'
import ts from 'typescript'

/** What the editor asks: the mistakes of a text, or what fits at a place in it. */
export interface Question {
  readonly id: number
  readonly text: string
  readonly about: 'mistakes' | 'completions' | 'hover'
  readonly at: number
}

export interface Found {
  readonly from: number
  readonly to: number
  readonly message: string
}

/** The answer to each question. */
export interface Answers {
  readonly mistakes: readonly Found[]
  readonly completions:
    | { readonly from: number; readonly options: readonly { label: string; type: string }[] }
    | undefined
  readonly hover: Found | undefined
}

const FILE = '/playground.ts'
const GLOBALS = '/globals.d.ts'
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: [
    'lib.es2022.d.ts',
    'lib.esnext.disposable.d.ts',
    'lib.dom.d.ts',
    'lib.dom.iterable.d.ts',
    'lib.dom.asynciterable.d.ts',
  ],
  paths: { mynah: ['/mynah/index.d.ts'], 'mynah/*': ['/mynah/*.d.ts'] },
  types: [],
}

const texts = new Map<string, string>(Object.entries(files))
let version = 0

const service = ts.createLanguageService({
  getCompilationSettings: () => OPTIONS,
  getScriptFileNames: () => [FILE, GLOBALS, '/runner.d.ts'],
  getScriptVersion: (file) => (file === FILE || file === GLOBALS ? String(version) : '0'),
  getScriptSnapshot: (file) => {
    const text = texts.get(file)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getCurrentDirectory: () => '/',
  getDefaultLibFileName: () => '/lib/lib.es2022.d.ts',
  fileExists: (file) => texts.has(file),
  readFile: (file) => texts.get(file),
})

write('')
texts.set(GLOBALS, globals())

/** All that mynah and the runner export is in scope without an import as well: run.ts. */
function globals(): string {
  const program = service.getProgram()
  const checker = program?.getTypeChecker()
  const file = program?.getSourceFile('/mynah/index.d.ts')
  const symbol = file && checker?.getSymbolAtLocation(file)
  const mynah = symbol ? (checker?.getExportsOfModule(symbol) ?? []) : []
  const names = mynah.filter((one) => checker && isValue(checker, one)).map(({ name }) => [name, 'mynah'])
  const runner = ['test', 'it', 'describe', 'expect', 'beforeAll', 'beforeEach', 'afterEach', 'afterAll']
  const lines = [...names, ...runner.map((name) => [name, 'vitest'])].map(
    ([name, module]) => `const ${name}: typeof import('${module}')['${name}']`,
  )
  return `export {}\ndeclare global {\n${lines.join('\n')}\n}\n`
}

function isValue(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return (target.flags & ts.SymbolFlags.Value) !== 0
}

function write(text: string): void {
  texts.set(FILE, text)
  version++
}

const answers: { readonly [About in keyof Answers]: (at: number) => Answers[About] } = {
  mistakes: () =>
    [...service.getSyntacticDiagnostics(FILE), ...service.getSemanticDiagnostics(FILE)].map(
      ({ start = 0, length = 0, messageText }) => ({
        from: start,
        to: start + length,
        message: ts.flattenDiagnosticMessageText(messageText, '\n'),
      }),
    ),
  completions: (at) => {
    const found = service.getCompletionsAtPosition(FILE, at, {})
    if (!found) return undefined
    const [word = ''] = /[\w$]*$/.exec((texts.get(FILE) ?? '').slice(0, at)) ?? []
    const entries = found.entries.filter(({ sortText }) => sortText < '15' || found.isMemberCompletion)
    return { from: at - word.length, options: entries.map(({ name, kind }) => ({ label: name, type: kind })) }
  },
  hover: (at) => {
    const info = service.getQuickInfoAtPosition(FILE, at)
    if (!info) return undefined
    const message = [info.displayParts, info.documentation]
      .map((parts) => ts.displayPartsToString(parts))
      .join('\n\n')
      .trim()
    return { from: info.textSpan.start, to: info.textSpan.start + info.textSpan.length, message }
  },
}

addEventListener('message', ({ data: { id, text, about, at } }: MessageEvent<Question>) => {
  if (texts.get(FILE) !== text) write(text)
  postMessage({ id, answer: answers[about](at) })
})
