import type ts from 'typescript'
import { avaTest, isScript } from '../../declare/setup.ts'
import type { Binding } from '../../read/imports.ts'
import { chainFrom } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { isModern } from '../routes/ask-fetch-mock.ts'
import { CLEAR, HISTORY } from './history.ts'

/** The member by which a use asks the global fetch-mock for calls, or has it forget them. */
export function memberOfCalls(source: Source, use: ts.Identifier): string | undefined {
  const { ts } = source
  const { parent } = use
  const isHistory = ts.isPropertyAccessExpression(parent) && parent.name.text === 'callHistory'
  const [first] = chainFrom(source, isHistory ? parent : use).links
  return first && (HISTORY.test(first.name) || CLEAR.test(first.name)) ? first.name : undefined
}

/** Whether fetch-mock can see all calls of a file's tests: it takes the place of fetch before each of them, behind mynah. */
export function canSpy(source: Source, { module }: Binding): boolean {
  return module !== 'fetch-mock-jest' && avaTest(source) === undefined && !isScript(source)
}

const SPIED =
  'fetch-mock hands the calls of this file on to mynah: in jsdom older versions do so without their options, and a polyfill may read other bodies'

/** What is left asks for calls alone: fetch-mock sees each, and hands it on to mynah, which has all routes. */
export function spyOnCalls(source: Source, fetchMock: string): void {
  const { indent, semicolon } = source.style
  const [start, end] = isModern(source) ? ['mockGlobal().spy', 'hardReset'] : ['spy', 'restore']
  const hookOf = (hook: string, member: string) =>
    `${hook}(() => {\n${indent}${fetchMock}.${member}()${semicolon}\n})${semicolon}`
  source.behind.add(`${hookOf('beforeEach', start)}\n${hookOf('afterEach', end)}`)
  for (const hook of ['beforeEach', 'afterEach']) source.hooks.add(hook)
  source.notes.push({ line: source.left[0]?.line ?? 1, reason: SPIED })
}
