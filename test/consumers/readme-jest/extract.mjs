import { readFileSync, writeFileSync } from 'node:fs'

// Does what a newcomer does: copies the snippet of the packed README into the file that its first line names.
const [, section = ''] = readFileSync('node_modules/mynah/README.md', 'utf8').split('**Jest**')
const [, file, code] = /^```js\n\/\/ (\S+)\n(.*?)^```$/ms.exec(section)
writeFileSync(file, code)
