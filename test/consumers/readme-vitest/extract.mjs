import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

// Does what a newcomer does: copies the snippet of the packed README into the file that its first line names.
const [, section = ''] = readFileSync('node_modules/mynah/README.md', 'utf8').split('## Quick start\n')
const [, file, code] = /^```ts\n\/\/ (\S+)\n(.*?)^```$/ms.exec(section)
mkdirSync('test', { recursive: true })
writeFileSync(file, code)
