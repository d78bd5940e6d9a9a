import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkSchema, type Result } from './check-schema.ts'

/*
 * Checks the GraphQL schemas of public products: `npm run test:graphql`. Operations are drawn by a seed, and what mynah makes of requests and
 * results is compared with graphql-js 16. With `--write` it writes the numbers to docs/reference/graphql-schemas.md. Further arguments are
 * files with schemas, to be checked instead.
 */

const MODULES = new URL('./node_modules/', import.meta.url).pathname
const SCHEMAS: Readonly<Record<string, string>> = {
  'GitHub, @octokit/graphql-schema': `${MODULES}@octokit/graphql-schema/schema.json`,
  'Shopify Storefront, @shopify/hydrogen-react': `${MODULES}@shopify/hydrogen-react/storefront.schema.json`,
  'Shopify Customer Account, @shopify/hydrogen-react': `${MODULES}@shopify/hydrogen-react/customer-account.schema.json`,
  'Dialogporten, @digdir/dialogporten-schema': `${MODULES}@digdir/dialogporten-schema/schema.verified.graphql`,
  'Cardano, @cardano-graphql/client-ts': `${MODULES}@cardano-graphql/client-ts/api/cardano-db-hasura/schema.graphql`,
}
const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean' },
    operations: { type: 'string', default: '200' },
    seed: { type: 'string', default: '57' },
  },
})
const chosen = files.length > 0 ? Object.fromEntries(files.map((file) => [file, file])) : SCHEMAS

const rows: string[] = []
for (const [name, file] of Object.entries(chosen)) {
  const text = readFileSync(file, 'utf8')
  const source = file.endsWith('.json') ? JSON.parse(text) : text
  const result = await checkSchema(source, Number(options.operations), Number(options.seed))
  rows.push(row(name, text.length / 1024, result))
  console.log(rows.at(-1))
  for (const difference of result.differences) console.error(difference)
  if (result.differences.length > 0) process.exitCode = 1
}

function row(name: string, size: number, result: Result): string {
  const { read, kept, operations, requests, refusedRequests, results, refusedResults, differences } = result
  const cells = [name, size.toFixed(0), read.toFixed(0), kept.toFixed(0), operations]
  return `| ${[...cells, requests, refusedRequests, results, refusedResults, differences.length].join(' | ')} |`
}

if (options.write) {
  writeFileSync(
    new URL('../../docs/reference/graphql-schemas.md', import.meta.url),
    `# Real GraphQL schemas

Written by \`npm run test:graphql -- --write\`: [\`schema\`](../guide/graphql.md#the-schema) reads the schemas of five public APIs. For each, ${options.operations} queries are
drawn at random, with a fixed seed. The requests and the results of their stubs, and random changes of both, are compared with graphql-js 16. The verdict on
a request is the same if both accept it, or both refuse it; that on a result, if the client gets the same data, or none.

| schema | kB | read, ms | kept, MB | queries | requests | refused | results | refused | differences |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`,
  )
}
