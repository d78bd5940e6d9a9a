import { anchorOf } from './.vitepress/pages.ts'

/** The pages that the exports of `mynah` stand on, each with its title. */
const GROUPS: readonly { readonly page: string; readonly title: string; readonly names: string }[] = [
  {
    page: 'api-declaring.md',
    title: 'Declaring stubs',
    names:
      'rest Rest RestMethods RestMethod RestResponse RestResolver RestSettings Settings Method MatchParts Conditions Expectation ' +
      'RequestShape TypedRequest Params ParamsOf Stub',
  },
  {
    page: 'api-matchers.md',
    title: 'Matchers',
    names:
      'exists not equals oneOf some every haveEntries haveType fn greater greaterOrEquals less lessOrEquals inRange length minLength ' +
      'maxLength includes startsWith endsWith regExp Matcher ValueType StandardSchema SchemaIssue AsymmetricMatcher ' +
      'WholeCondition',
  },
  {
    page: 'api-replies.md',
    title: 'Replies and resolvers',
    names:
      'text html stream sse redirect status networkError passthrough sequence cut throttle file NamedReply Chunk ServerSentEvent ' +
      'HeaderList HeaderRecord TextRecord ResolverContext RequestSnapshot CookieOptions FetchReal',
  },
  {
    page: 'api-mocks.md',
    title: 'Mocks',
    names:
      'setupMocks Mocks Override MocksOptions UnmatchedAnswer Undo Call CalledOperation SentMessage Outcome CallFilter VerifyOptions WaitOptions ResetOptions ' +
      'EventName Explanation StubMiss Miss Difference',
  },
  { page: 'api-core.md', title: 'The core', names: 'createResolver ResolverOptions RouteResolver' },
  { page: 'api-errors.md', title: 'Errors', names: 'MynahError RouteDefinitionError UnmatchedRequestError ErrorCode' },
]

/** The types whose properties a table of options.md explains better. */
const OPTIONS: Readonly<Record<string, string>> = {
  Settings: 'options.md#restgetpath-response-settings',
  MocksOptions: 'options.md#setupmocksroutes-options',
}

interface Export {
  readonly name: string
  readonly text: string
}

/**
 * Parts the page of `mynah` by groups. Returns the text of each page, by its file; `api.md` lists them all.
 * @throws if an export has no group, or if a group names what is not exported.
 */
export function groupPages(whole: string, introduction: string): ReadonlyMap<string, string> {
  const exported = new Map(exportsOf(whole).map((one) => [one.name, one]))
  const groups = GROUPS.map(({ names, ...group }) => ({
    ...group,
    exports: names.split(' ').map((name) => take(exported, name)),
  }))
  if (exported.size > 0) throw new Error(`api-groups.ts: no group has ${[...exported.keys()].join(', ')}`)
  const moved = movedAnchors(
    whole,
    groups.map(({ page, exports }) => [page, exports]),
  )
  const pages = groups.map(({ page, title, exports }): [string, string] => {
    const text = exports.map((one) => one.text).join('\n\n***\n\n')
    const linked = text.replace(/\]\(#([\w-]+)\)/g, (_, anchor) => `](${moved.get(anchor)?.replace(page, '') ?? ''})`)
    return [page, `# ${title}\n\n${introduction} [api.md](api.md) lists all pages.\n\n${linked}\n`]
  })
  const list = groups.map(({ page, title, exports }) => {
    const links = exports.map(({ name }) => `[\`${name}\`](${page}#${anchorOf(name)})`)
    return `## ${title}\n\n${links.join(' · ')}`
  })
  return new Map([...pages, ['api.md', `# API\n\n${introduction}\n\n${list.join('\n\n')}\n`]])
}

function take(exported: Map<string, Export>, name: string): Export {
  const one = exported.get(name)
  if (!one) throw new Error(`api-groups.ts: ${name} is not exported`)
  exported.delete(name)
  return one
}

function exportsOf(whole: string): Export[] {
  const [, ...parts] = whole.split(/^## .*\n+|^(?=### )/gm)
  return parts
    .filter((part) => part.startsWith('### '))
    .map((part) => {
      const text = part.replace(/\n+\*\*\*\s*$/, '').trim()
      const [, name = ''] = /^### (\w+)/.exec(text) ?? []
      return { name, text: shorten(name, text) }
    })
}

function shorten(name: string, text: string): string {
  const page = OPTIONS[name]
  return page ? text.replace(/\*\*Properties\*\*[\s\S]*$/, `The properties: [options.md](${page}).`) : text
}

/** Maps each anchor of the whole page to its place: on a page of its own, the numbers of repeated headings begin anew. */
function movedAnchors(whole: string, pages: readonly (readonly [string, readonly Export[]])[]): Map<string, string> {
  const places = new Map<string, string>()
  for (const [page, exports] of pages) {
    const seen = new Map<string, number>()
    for (const { name, text } of exports) {
      for (const [index, heading] of headingsOf(text).entries()) {
        places.set(`${name} ${index}`, `${page}#${numbered(seen, heading)}`)
      }
      for (const [, id = ''] of text.matchAll(/<a id="([\w-]+)">/g)) places.set(id, `${page}#${id}`)
    }
  }
  const moved = new Map(places)
  const seen = new Map<string, number>()
  for (const { name, text } of exportsOf(whole)) {
    for (const [index, heading] of headingsOf(text).entries()) {
      moved.set(numbered(seen, heading), places.get(`${name} ${index}`) ?? '')
    }
  }
  return moved
}

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#{3,4} (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

/** Returns an anchor as GitHub makes it: with a number behind a repeated one. */
function numbered(seen: Map<string, number>, anchor: string): string {
  const count = seen.get(anchor) ?? 0
  seen.set(anchor, count + 1)
  return count === 0 ? anchor : `${anchor}-${count}`
}
