import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A project that tries the package: a folder beside this file. */
export interface Consumer {
  readonly name: string
  /** What stands for it in the page of results; `{jest}` is the installed version of the package `jest`. */
  readonly row: string
  /** The major versions of Node that it runs on; without any, the one that runs this file, which is not what is tried. */
  readonly nodes: readonly number[] | undefined
  /** Which of several Nodes it runs on in `.ci/run`; `false` where only the run of all has it: another project asks the same there. */
  readonly gate: number | false | undefined
  /** The folders, from here, of other projects whose files it has too; those of a later one take the place of an earlier one's. */
  readonly like: readonly string[]
  /** Files and folders of `test` that it has as well, under the same path. */
  readonly shares: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
  /** The script that tries it. */
  readonly test: 'test' | 'test:gate'
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly consumer?: Partial<Omit<Consumer, 'name' | 'scripts' | 'test' | 'like'>> & {
    readonly like?: string | readonly string[]
  }
}

/** All consumers, or those of these names; on the Nodes that they name, on those of them that are wanted, or each on one. */
export async function findConsumers(
  names: readonly string[],
  wanted?: readonly number[] | 'gate',
): Promise<Consumer[]> {
  const entries = await readdir(import.meta.dirname, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const unknown = names.filter((name) => !folders.includes(name))
  if (unknown.length > 0) throw new Error(`No consumer ${unknown.join(', ')}: there are ${folders.join(', ')}`)
  const consumers = folders
    .filter((name) => names.length === 0 || names.includes(name))
    .map(async (name): Promise<Consumer> => {
      const text = await readFile(join(import.meta.dirname, name, 'package.json'), 'utf8')
      const { scripts, consumer = {} }: Manifest = JSON.parse(text)
      const { row = name, nodes, gate, like = [], shares = [] } = consumer
      const isWanted = (node: number) =>
        wanted === 'gate' ? node === gate || nodes?.length === 1 : (wanted?.includes(node) ?? true)
      return {
        name,
        row,
        scripts,
        test: wanted === 'gate' && 'test:gate' in scripts ? 'test:gate' : 'test',
        like: [like].flat(),
        shares,
        gate,
        nodes: nodes?.filter(isWanted),
      }
    })
  return (await Promise.all(consumers)).filter(({ nodes, gate }) => {
    if (wanted === 'gate' && gate === false) return false
    return typeof wanted === 'object' ? nodes?.length : nodes?.length !== 0
  })
}
