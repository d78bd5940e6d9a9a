import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { drawn } from './draw.js'

/** The lines that use its library which a suite has at least. */
const LEAST_USES = 5

const KINDS = {
  nock: { module: 'nock', use: String.raw`\.reply(WithError|WithFile)?\(` },
  msw: {
    module: 'msw',
    use: String.raw`(rest|http|graphql)\.(get|post|put|patch|delete|head|options|all|query|mutation)(<[^(]*>)?\(`,
  },
  'fetch-mock': {
    module: '(@gr2m/)?fetch-mock(-jest)?|@fetch-mock/[a-z]+',
    use: String.raw`\.(mock|route|spy|sandbox|once|any|called|calls|lastCall|(get|post|put|patch|delete|head)(Once|Any)?)\(`,
  },
  undici: { module: 'undici', use: String.raw`\.intercept\(` },
  'jest-fetch-mock': {
    module: '(jest|vitest)-fetch-mock',
    use: String.raw`\.(mockResponse|mockReject|mockAbort|mockIf|doMock|dontMock|once)[A-Za-z]*\(`,
    isGlobal: true,
  },
  'axios-mock-adapter': {
    module: 'axios-mock-adapter',
    use: String.raw`\.on(Get|Post|Put|Patch|Delete|Any|Head|Options)\(`,
  },
}

/** How many lines of a snapshot's newest commit use a library. */
export function usesIn(directory, library) {
  const { module, use, isGlobal } = KINDS[library]
  const importing = lines(directory, ['-lE', `(from|require\\(|import) *\\(?['"](${module})(/[a-z]+)?['"]`])
  const files = new Set(importing)
  if (files.size === 0) return 0
  if (library === 'undici' && lines(directory, ['-lE', 'new MockAgent\\(']).length === 0) return 0
  return lines(directory, ['-E', use]).filter((line) => isGlobal || files.has(line.split(':', 2).join(':'))).length
}

function lines(directory, args) {
  const files = [
    '*.js',
    '*.jsx',
    '*.ts',
    '*.tsx',
    '*.mjs',
    '*.cjs',
    '*.mts',
    ':!**/node_modules/**',
    ':!node_modules/**',
    ':!**/dist/**',
  ]
  try {
    const output = execFileSync('git', ['--git-dir', directory, 'grep', ...args, 'HEAD', '--', ...files], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    })
    return output.split('\n').filter(Boolean)
  } catch {
    return []
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [folder, file] = process.argv.slice(2)
  for (const [library, names] of Object.entries(drawn(file))) {
    console.log(library)
    for (const name of names) {
      const directory = [
        `${folder}/${name.replace('/', '+')}/repo`,
        `${folder}/${name.replace('/', '+')}/repo/.git`,
      ].findLast((one) => existsSync(`${one}/HEAD`))
      const uses = directory ? usesIn(directory, library) : undefined
      console.log(`  ${name} ${uses ?? 'no snapshot'}${(uses ?? 0) >= LEAST_USES ? ' counts' : ''}`)
    }
  }
}
