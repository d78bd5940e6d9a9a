import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * A name at the top of a file of the core is that of one thing: a reader who has met it in one file knows it in all.
 */

const SRC = new URL('../src/', import.meta.url)

/** What is beside the core: capabilities, and what is chosen by the platform. */
const BESIDE =
  /^(?:archive|assertions|collection|command|entries|graphql|openapi|playwright|server|storybook|unused|websocket)\/|\.browser\.ts$|^intercept\/browser\.ts$/

/** Names with two files, each with its reason. */
const TWICE: Readonly<Record<string, string>> = {
  Answer: 'what a client is told, and a public type: what a stub takes as its answer',
  whenFinished: 'a member of each runner',
}

test('a name is declared in one file', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !BESIDE.test(file),
  )
  const places = new Map<string, Set<string>>()
  for (const file of files) {
    const code = readFileSync(new URL(file, SRC), 'utf8')
    const names = code.matchAll(
      /^(?:export )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
    )
    for (const [, name = ''] of names) places.set(name, (places.get(name) ?? new Set()).add(file))
  }
  const twice = [...places].filter(([name, { size }]) => size > 1 && !Object.hasOwn(TWICE, name))
  expect(twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([])
})
