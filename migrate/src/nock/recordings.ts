import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type ts from 'typescript'
import { constantText } from '../read/constants.ts'
import { nodesIn } from '../read/nodes.ts'
import { Source } from '../read/source.ts'

/** A longer recording does not belong in a test. */
const MOST_CHARACTERS = 8_000

/** The list in the JSON file that `nock.load(path)` names, as code of a file of its own. */
export function recordedIn(
  source: Source,
  path: ts.Expression | undefined,
): { readonly recording: Source; readonly definitions: ts.NodeArray<ts.Expression> } | undefined {
  const { ts } = source
  const text = path && textOf(source, path)
  if (text === undefined || text.length > MOST_CHARACTERS) return undefined
  const file = ts.createSourceFile('recording.js', `(${text})`, ts.ScriptTarget.ESNext, true)
  const options = { allowJs: true, noLib: true }
  const host = { ...ts.createCompilerHost(options), getSourceFile: () => file }
  const checker = ts.createProgram([file.fileName], options, host).getTypeChecker()
  const [list] = nodesIn(ts, file, ts.isArrayLiteralExpression)
  const isWhole = list && ts.isParenthesizedExpression(list.parent)
  return isWhole ? { recording: new Source(ts, file, checker), definitions: list.elements } : undefined
}

/** The text of a JSON file whose path is written in the file: relative to the project, or to the file itself. */
function textOf(source: Source, path: ts.Expression): string | undefined {
  const folder = dirname(source.file.fileName)
  const text = constantText(source, path)
  if (text === undefined) return read(join(folder, besideFile(source, path) ?? ''))
  for (let at = folder; ; at = dirname(at)) {
    const found = read(join(at, text))
    if (found !== undefined || at === dirname(at)) return found
  }
}

/** `path.join(__dirname, 'a.json')`, `${__dirname}/a.json`, `new URL('a.json', import.meta.url)` */
function besideFile({ ts, file }: Source, path: ts.Expression): string | undefined {
  const names = nodesIn(ts, path, ts.isIdentifier).map((one) => one.text)
  const isBeside = /\b(?:__dirname|import\.meta\.(?:dirname|url))\b/.test(path.getText(file))
  if (
    !isBeside ||
    !names.every((one) => /^(?:path|join|resolve|__dirname|dirname|url|URL|fileURLToPath|meta)$/.test(one))
  )
    return undefined
  const texts = nodesIn(ts, path, (node) => ts.isStringLiteralLike(node) || ts.isTemplateTail(node))
  return texts.map((one) => (one as ts.StringLiteral).text).join('/')
}

function read(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    JSON.parse(text)
    return text
  } catch {
    return undefined
  }
}
