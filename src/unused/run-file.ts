import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsedJson } from '../core/json.ts'
import { isAlive } from '../runtime/environment.ts'
import type { Line } from './recorder.ts'

/** The name of the folder of a run begins with this, and with the id of its process. */
const FOLDER = /^mynah-unused-(\d+)-/

/** The file of one run, in a folder of its own in the system's temporary folder. */
export class RunFile {
  readonly path: string
  readonly #folder: string

  /** Deletes what killed runs have left behind. */
  constructor() {
    deleteDeadRuns()
    this.#folder = mkdtempSync(join(tmpdir(), `mynah-unused-${process.pid}-`))
    this.path = join(this.#folder, 'used.jsonl')
    writeFileSync(this.path, '')
    process.once('exit', this.delete)
  }

  /** Returns what the workers have written. The last line of a worker that was killed may be cut off. */
  read(): Line[] {
    const lines = readFileSync(this.path, 'utf8').split('\n')
    return lines.map(parsedJson).filter((line): line is Line => Array.isArray(line))
  }

  readonly delete = (): void => {
    process.removeListener('exit', this.delete)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function deleteDeadRuns(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = FOLDER.exec(name) ?? []
    if (pid === undefined || isAlive(Number(pid))) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // Another user's.
    }
  }
}
