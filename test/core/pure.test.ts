import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/**
 * The core is pure: no await, no IO, no clock, no console. It imports only itself and two bundled libraries that are
 * pure too.
 */
const CORE = new URL('../../src/core/', import.meta.url)
const LIBRARIES = ['statuses/codes.json', 'fastest-levenshtein', 'path-to-regexp']

/** What reaches out of the process, waits, tells the time, or differs from run to run. */
const IMPURE = new Set([
  ...['console', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'Worker', 'BroadcastChannel'],
  ...['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Atomics'],
  ...['requestAnimationFrame', 'requestIdleCallback', 'crypto', 'random', 'process', 'require', 'globalThis'],
  ...['window', 'document', 'navigator', 'localStorage', 'sessionStorage', 'indexedDB'],
])

/** The exceptions, each with the reason why it does not make a decision depend on anything but its arguments. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // A place in a report is shortened by the folder that the process runs in. Nothing is decided by it.
  'stub/call-site.ts': ['process'],
}

const files = readdirSync(CORE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((name) => ({ name, findings: inspect(name, readFileSync(new URL(name, CORE), 'utf8')) }))

interface Findings {
  readonly imports: readonly string[]
  readonly waiting: readonly string[]
  readonly impure: readonly string[]
}

function inspect(name: string, text: string): Findings {
  const imports: string[] = []
  const waiting: string[] = []
  const impure: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier) imports.push((node.moduleSpecifier as ts.StringLiteral).text)
      return
    }
    if (node.kind === ts.SyntaxKind.ImportKeyword || ts.isMetaProperty(node)) impure.push('import')
    if (ts.isAwaitExpression(node)) waiting.push('await')
    if (ts.isForOfStatement(node) && node.awaitModifier) waiting.push('for await')
    if (node.kind === ts.SyntaxKind.AsyncKeyword) {
      const { parent } = node
      waiting.push('asteriskToken' in parent && parent.asteriskToken ? 'async *' : 'async')
    }
    if (ts.isIdentifier(node) && IMPURE.has(node.text) && !isDeclaredName(node)) impure.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true))
  return { imports, waiting, impure }
}

/** A key of an object is a name, not a use; `Math.random` is one all the same. */
function isDeclaredName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node && node.text !== 'random'
  return ts.isPropertyAssignment(parent) && parent.name === node
}

function isOfCore(name: string, from: string): boolean {
  return from.startsWith('.') && new URL(from, new URL(name, CORE)).href.startsWith(CORE.href)
}

test('the core has files to look at', () => {
  expect(files.map(({ name }) => name)).toContain('choose/choose.ts')
})

describe.each(files)('src/core/$name', ({ name, findings }) => {
  test('imports only the core and pure libraries', () => {
    const others = findings.imports.filter((from) => !isOfCore(name, from) && !LIBRARIES.includes(from))
    expect(others).toEqual([])
  })

  test('waits for nothing', () => {
    expect(findings.waiting).toEqual([])
  })

  test('has no IO, no clock, no console', () => {
    const allowed = ALLOWED[name] ?? []
    expect(findings.impure.filter((global) => !allowed.includes(global))).toEqual([])
  })
})

const violations: readonly { code: string; findings: Partial<Findings> }[] = [
  { code: `import { readFile } from 'node:fs'`, findings: { imports: ['node:fs'] } },
  { code: `export * from '../journal.ts'`, findings: { imports: ['../journal.ts'] } },
  { code: `await import('node:fs')`, findings: { waiting: ['await'], impure: ['import'] } },
  { code: 'const f = async () => {}', findings: { waiting: ['async'] } },
  { code: 'async function* f() {}', findings: { waiting: ['async *'] } },
  { code: 'console.log(Date.now(), new Date())', findings: { impure: ['console', 'Date', 'Date'] } },
  { code: 'performance.now() + Math.random()', findings: { impure: ['performance', 'random'] } },
  { code: 'setTimeout(f, 1)', findings: { impure: ['setTimeout'] } },
  { code: 'export const url = import.meta.url', findings: { impure: ['import'] } },
  { code: '// await console.log()\nconst a = { fetch: 1, now: x.performance }', findings: {} },
  { code: 'type Clock = Date; interface A { expires: Date }', findings: {} },
]

test.each(violations)('the rule sees: $code', ({ code, findings }) => {
  expect(inspect('some.ts', code)).toEqual({ imports: [], waiting: [], impure: [], ...findings })
})
