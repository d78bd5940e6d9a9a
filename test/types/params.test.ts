import { expectTypeOf, test } from 'vitest'
import type { Params, ParamsOf } from '../../src/core/params.ts'
import { rest } from '../../src/rest.ts'

/** The params of a literal path; the compiler checks them (docs/guide/declaring.md). */
test('one segment', () => {
  expectTypeOf<ParamsOf<'/users/:id'>>().toEqualTypeOf<{ id: string }>()
  expectTypeOf<ParamsOf<'/users/:userId/posts/:postId'>>().toEqualTypeOf<{ userId: string; postId: string }>()
  expectTypeOf<ParamsOf<'/:a/'>>().toEqualTypeOf<{ a: string }>()
  expectTypeOf<ParamsOf<'/:_a/:$b/:c1/:größe'>>().toEqualTypeOf<{ _a: string; $b: string; c1: string; größe: string }>()
})

test('none', () => {
  expectTypeOf<keyof ParamsOf<'/users'>>().toEqualTypeOf<never>()
  expectTypeOf<keyof ParamsOf<'/'>>().toEqualTypeOf<never>()
  expectTypeOf<keyof ParamsOf<'https://api.test'>>().toEqualTypeOf<never>()
})

test('optional parts', () => {
  expectTypeOf<ParamsOf<'/users{/:id}'>>().toEqualTypeOf<{ id: string | undefined }>()
  expectTypeOf<ParamsOf<'/:a{/:b{/:c}}/:d'>>().toEqualTypeOf<{
    a: string
    b: string | undefined
    c: string | undefined
    d: string
  }>()
  expectTypeOf<ParamsOf<'{/:lang}/users/:id'>>().toEqualTypeOf<{ lang: string | undefined; id: string }>()
  expectTypeOf<ParamsOf<'/docs{/*rest}'>>().toEqualTypeOf<{ rest: string[] | undefined }>()
})

test('wildcards', () => {
  expectTypeOf<ParamsOf<'/files/*rest'>>().toEqualTypeOf<{ rest: string[] }>()
  expectTypeOf<ParamsOf<'/*rest/:last'>>().toEqualTypeOf<{ rest: string[]; last: string }>()
})

test('mixed segments', () => {
  expectTypeOf<ParamsOf<'/files/:name.json'>>().toEqualTypeOf<{ name: string }>()
  expectTypeOf<ParamsOf<'/:from-:to'>>().toEqualTypeOf<{ from: string; to: string }>()
  expectTypeOf<ParamsOf<'/v:version/@:scope/:name@:tag'>>().toEqualTypeOf<{
    version: string
    scope: string
    name: string
    tag: string
  }>()
  expectTypeOf<ParamsOf<'/report{-:year}.csv'>>().toEqualTypeOf<{ year: string | undefined }>()
})

test('quoted names', () => {
  expectTypeOf<ParamsOf<'/:"user id"/:"a-b".json'>>().toEqualTypeOf<{ 'user id': string; 'a-b': string }>()
  expectTypeOf<ParamsOf<'/*"the rest"'>>().toEqualTypeOf<{ 'the rest': string[] }>()
})

test('text behind a backslash', () => {
  expectTypeOf<ParamsOf<'/\\:a/:b/\\{:c\\}'>>().toEqualTypeOf<{ b: string; c: string }>()
})

test('absolute URLs', () => {
  expectTypeOf<ParamsOf<'https://api.test/users/:id'>>().toEqualTypeOf<{ id: string }>()
  expectTypeOf<ParamsOf<'http://localhost:3000/users/:id{/:tab}'>>().toEqualTypeOf<{
    id: string
    tab: string | undefined
  }>()
  expectTypeOf<keyof ParamsOf<'http://localhost:3000'>>().toEqualTypeOf<never>()
  expectTypeOf<ParamsOf<'http://[::1]:3000/:a'>>().toEqualTypeOf<{ a: string }>()
  expectTypeOf<ParamsOf<'https://api.test{/:lang}'>>().toEqualTypeOf<{ lang: string | undefined }>()
})

test('a path with an escaped `://` has the params behind its host only', () => {
  expectTypeOf<ParamsOf<'/to/https\\://:host/x'>>().toEqualTypeOf<{ host: string }>()
  expectTypeOf<ParamsOf<'{/:lang}/https\\://a/:b'>>().toEqualTypeOf<{ lang: string | undefined; b: string }>()
})

test('paths that are not known, and RegExps', () => {
  expectTypeOf<ParamsOf<string>>().toEqualTypeOf<Params>()
  expectTypeOf<ParamsOf<`/users/${string}`>>().toEqualTypeOf<Params>()
  expectTypeOf<ParamsOf<`${string}/:id`>>().toEqualTypeOf<Params>()
  expectTypeOf<ParamsOf<RegExp>>().toEqualTypeOf<Record<string, string | undefined>>()
})

test('several paths at once', () => {
  expectTypeOf<ParamsOf<'/:a' | '/:b'>>().toEqualTypeOf<{ a: string } | { b: string }>()
})

test('a long path is read to its end', () => {
  type Long =
    '/organizations/:organizationId/workspaces/:workspaceId/projects/:projectId/environments/:environmentId/deployments/:deploymentId/logs/:logId/lines/:lineNumber/characters/:characterNumber/annotations/:annotationId'
  expectTypeOf<ParamsOf<Long>['annotationId']>().toEqualTypeOf<string>()
})

test('a resolver and a match have the params of their path', () => {
  rest.get('/users/:id{/:tab}', ({ request }) => {
    expectTypeOf(request.params).toEqualTypeOf<{ id: string; tab: string | undefined }>()
    expectTypeOf(request.params.id).toEqualTypeOf<string>()
    // @ts-expect-error: the path has no such param
    request.params.userId
    return null
  })
  rest.get('/files/*rest', null, {
    match: ({ params }) => {
      expectTypeOf(params.rest).toEqualTypeOf<string[]>()
      return params.rest.length === 1
    },
  })
  rest.get(/(?<id>.)/, ({ request }) => {
    expectTypeOf(request.params.id).toEqualTypeOf<string | undefined>()
    return null
  })
  const path: string = '/users/:id'
  rest.get(path, ({ request }) => {
    expectTypeOf(request.params.id).toEqualTypeOf<string | string[] | undefined>()
    return null
  })
})
