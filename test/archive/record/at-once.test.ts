import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { appendEntries, entryText } from '../../../src/archive/record/cassette-file.ts'
import { withLock } from '../../../src/archive/record/lock.ts'
import { keyOf, leaveMark, markFolder, otherMarks } from '../../../src/archive/record/marks.ts'
import { currentRecorder, type Recorder } from '../../../src/archive/record/recorder.ts'
import { cassette } from '../../../src/entries/record.ts'
import { start, thrownBy } from '../../promises/support.ts'
import { archiveOf, askFetch } from '../support.ts'
import { entriesOf, outsideOfCi, serve, temporaryFile, withCassette } from './recording.ts'

outsideOfCi()

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const own = currentRecorder()
const other: Recorder = { ...own, name: 'test/other.test.ts' }

/** Returns the names of the marks of a cassette. */
function marksOf(file: string): string[] {
  return readdirSync(markFolder()).filter((name) => name.startsWith(keyOf(file)))
}

/** Leaves a mark that another process could have left. */
function leaveForeignMark(file: string, mark: object): void {
  mkdirSync(markFolder(), { recursive: true })
  const text = JSON.stringify({ file, pid: 1, parent: 1, since: 0, ...mark })
  writeFileSync(join(markFolder(), `${keyOf(file)}-999-0.json`), text)
}

/** A process that lives as long as the test. */
function neighbour(): ChildProcess {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  return child
}

describe('the lock', () => {
  test.each(['file', 'link'])('in whose place a %s is ended in ENOTDIR, or waited for ever: it is named', (kind) => {
    const file = temporaryFile()
    if (kind === 'file') writeFileSync(`${file}.lock`, '')
    else symlinkSync(`${file}.gone`, `${file}.lock`)
    expect(() => withLock(file, () => 1)).toThrow(
      `${file}.lock is no folder, and stands where the folder that locks the cassette has to be; delete it`,
    )
  })

  test('of the future, by a clock that is ahead, is taken after 10 s: it was waited for without end', () => {
    const file = temporaryFile()
    mkdirSync(`${file}.lock`)
    writeFileSync(join(`${file}.lock`, '4194304@elsewhere'), '')
    utimesSync(`${file}.lock`, 4e9, 4e9)
    expect(withLock(file, () => 1)).toBe(1)
  }, 20_000)

  test('is held by one at a time, and released if its function throws', () => {
    const file = temporaryFile()
    const error = new Error('mine')
    const failing = () => {
      expect(existsSync(`${file}.lock`)).toBe(true)
      throw error
    }
    expect(thrownBy(() => withLock(file, failing))).toBe(error)
    expect(existsSync(`${file}.lock`)).toBe(false)
  })

  test('that a killed process has left is taken', () => {
    const file = temporaryFile()
    mkdirSync(`${file}.lock`)
    utimesSync(`${file}.lock`, 0, 0)
    expect(withLock(file, () => 'done')).toBe('done')
  })

  test('that a killed process has left is taken at once: it blocked for 10 s', () => {
    const file = temporaryFile()
    const lock = `${file}.lock`
    const wait = vi.spyOn(Atomics, 'wait')
    mkdirSync(lock)
    writeFileSync(join(lock, `4194304@${hostname()}`), '')
    expect(withLock(file, () => readdirSync(lock))).toEqual([`${process.pid}@${hostname()}`])
    expect(wait).toHaveBeenCalledOnce()
    expect(existsSync(lock)).toBe(false)
  })

  test('that two killed processes have left is taken', () => {
    const file = temporaryFile()
    mkdirSync(`${file}.lock`)
    for (const pid of [4194303, 4194304]) writeFileSync(join(`${file}.lock`, `${pid}@${hostname()}`), '')
    expect(withLock(file, () => 'done')).toBe('done')
  })

  test('that cannot be removed fails: it was waited for without end', () => {
    const file = temporaryFile()
    mkdirSync(join(`${file}.lock`, `4194304@${hostname()}`), { recursive: true })
    expect(thrownBy(() => withLock(file, () => 'done'))).toMatchObject({ code: 'ERR_FS_EISDIR' })
  })

  test('that another computer holds is taken when it is old', () => {
    const file = temporaryFile()
    mkdirSync(`${file}.lock`)
    writeFileSync(join(`${file}.lock`, '4194304@elsewhere'), '')
    utimesSync(`${file}.lock`, 0, 0)
    expect(withLock(file, () => 'done')).toBe('done')
  })

  test('is waited for', async () => {
    const file = temporaryFile()
    mkdirSync(`${file}.lock`)
    const script = `setTimeout(() => require('node:fs').rmdirSync(${JSON.stringify(`${file}.lock`)}), 100)`
    const child = spawn(process.execPath, ['--eval', script], { stdio: 'ignore' })
    onTestFinished(() => void child.kill())
    expect(withLock(file, () => 'done')).toBe('done')
  })

  test('that cannot be made fails', () => {
    expect(thrownBy(() => withLock(temporaryFile('no/such/folder'), () => {}))).toMatchObject({ code: 'ENOENT' })
  })

  test('a file that is no longer an archive is refused', () => {
    const file = temporaryFile()
    writeFileSync(file, '{}')
    const error = thrownBy(() => appendEntries(file, [entryText({})]))
    expect(error).toMatchObject({ code: 'HAR', message: expect.stringContaining('it has no log') })
  })
})

describe('the marks', () => {
  test('of other files of one run count, also if they are done', () => {
    const file = temporaryFile()
    leaveMark(file, own, 1)
    expect(otherMarks(file, own)).toEqual([])
    leaveForeignMark(file, { pid: 2 ** 22, parent: process.pid, run: own.run, name: other.name })
    expect(otherMarks(file, own)).toMatchObject([{ name: other.name }])
  })

  test('of processes beside this one count while they live', () => {
    const file = temporaryFile()
    const script: Recorder = { ...own, name: 'a.js', run: undefined, command: 'node a.js' }
    const child = neighbour()
    leaveForeignMark(file, { pid: child.pid, parent: process.ppid, name: 'b.js' })
    expect(otherMarks(file, script)).toMatchObject([{ name: 'b.js' }])
    leaveForeignMark(file, { pid: child.pid, parent: process.pid, name: 'b.js' })
    expect(otherMarks(file, script)).toEqual([])
    leaveForeignMark(file, { pid: process.pid, parent: process.ppid, name: 'b.js' })
    expect(otherMarks(file, script)).toEqual([])
  })

  test('leave other files of their folder as they are', () => {
    const file = join(markFolder(), 'notes.txt')
    mkdirSync(markFolder(), { recursive: true })
    writeFileSync(file, '')
    onTestFinished(() => rmSync(file))
    otherMarks(temporaryFile(), own)
    expect(existsSync(file)).toBe(true)
  })

  test('of a run that is over, and unreadable ones, are deleted when any cassette is recorded', () => {
    const file = temporaryFile()
    leaveForeignMark(file, { pid: 2 ** 22, parent: 2 ** 22, run: own.run, name: other.name })
    writeFileSync(join(markFolder(), `${keyOf(file)}-998-0.json`), '{')
    expect(otherMarks(temporaryFile(), own)).toEqual([])
    expect(marksOf(file)).toEqual([])
  })
})

describe('a mark without a runner', () => {
  test('is deleted at the end of its process', () => {
    const file = temporaryFile()
    const listeners = process.listeners('exit')
    leaveMark(file, { ...own, run: undefined }, 1)
    expect(marksOf(file)).toHaveLength(1)
    for (const listener of process.listeners('exit')) {
      if (listeners.includes(listener)) continue
      process.off('exit', listener)
      listener(0)
    }
    expect(marksOf(file)).toEqual([])
  })
})

describe('a cassette that another file of this run records', () => {
  const answering = () =>
    serve((request, response) => {
      response.end(request.url)
    })

  test('is recorded by this one too, though its file is there', async () => {
    const origin = await answering()
    const file = temporaryFile()
    writeFileSync(file, JSON.stringify(archiveOf({ url: `${origin}/b`, more: { _recordedBy: other.name } })))
    leaveForeignMark(file, { pid: process.pid, parent: process.ppid, run: own.run, name: other.name })
    await withCassette(file, { origins: [origin] }, () => askFetch(`${origin}/a`))
    expect(entriesOf(file).map(({ _recordedBy }) => _recordedBy)).toEqual([other.name, own.name])
  })

  test('keeps the entries that another process records under the same name now', async () => {
    const origin = await answering()
    const file = temporaryFile()
    const startedDateTime = new Date(Date.now() + 60_000).toISOString()
    const before = { url: `${origin}/old`, more: { _recordedBy: own.name } }
    const meanwhile = { url: `${origin}/b`, more: { _recordedBy: own.name, startedDateTime } }
    writeFileSync(file, JSON.stringify(archiveOf(before, meanwhile)))
    leaveForeignMark(file, { pid: 1, parent: process.pid, run: 'another', name: own.name, since: Date.now() - 1000 })
    await withCassette(file, { origins: [origin], mode: 'all' }, () => askFetch(`${origin}/a`))
    expect(entriesOf(file).map(({ request }) => new URL(request.url).pathname)).toEqual(['/b', '/a'])
  })
})

const WRITER = `
import { appendEntries, entryText } from '${ROOT}src/archive/record/cassette-file.ts'
const [file, name] = process.argv.slice(2)
const text = 'x'.repeat(100_000)
for (let count = 0; count < 15; count++) {
  const entry = {
    request: { method: 'GET', url: 'https://api.test/' + name + '/' + count },
    response: { status: 200, content: { mimeType: 'text/plain', text } },
  }
  appendEntries(file, [entryText(entry)])
}
`

test('several processes that write one cassette lose nothing, and none reads half of it', async () => {
  const file = temporaryFile()
  const script = temporaryFile('write.mts')
  writeFileSync(script, WRITER)
  const names = ['one', 'two', 'three']
  const run = (name: string) => {
    const args = ['--experimental-strip-types', '--no-warnings', script, file, name]
    const child = spawn(`${ROOT}node_modules/.bin/node`, args, { stdio: 'inherit', env: { PATH: process.env.PATH } })
    return new Promise<number | null>((resolve) => child.on('close', resolve))
  }
  let isOver = false
  const ends = Promise.all(names.map(run)).finally(() => {
    isOver = true
  })
  const counts: number[] = []
  while (!isOver) {
    // Throws if the file is not whole.
    if (existsSync(file)) counts.push(entriesOf(file).length)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await ends).toEqual([0, 0, 0])
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  const urls = entriesOf(file).map(({ request }) => request.url)
  expect(new Set(urls).size).toBe(45)
  expect(readdirSync(dirname(file))).toEqual(['cassette.har'])
}, 120_000)

test('several answers that end at once are written in one go', async () => {
  const origin = await serve((request, response) => {
    response.end(request.url)
  })
  const file = temporaryFile()
  await withCassette(file, { origins: [origin] }, () =>
    Promise.all(Array.from({ length: 20 }, (_, id) => askFetch(`${origin}/${id}`))),
  )
  expect(new Set(entriesOf(file).map(({ request }) => request.url))).toHaveLength(20)
})

test('a request that two files recorded gets the answers of its own file', async () => {
  const file = temporaryFile()
  const entry = (recordedBy: string, text: string) => ({
    url: 'https://api.test/a',
    content: { mimeType: 'text/plain', text },
    headers: [{ name: 'content-type', value: 'text/plain' }],
    more: { _recordedBy: recordedBy },
  })
  writeFileSync(file, JSON.stringify(archiveOf(entry(other.name, 'other'), entry(own.name, 'own'), entry('x', 'x'))))
  start(cassette(new URL(`file://${file}`), { origins: ['https://api.test'] }))
  for (const _ of [1, 2]) expect((await askFetch('https://api.test/a')).bytes.toString()).toBe('own')
})
