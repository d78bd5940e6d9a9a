import { testHalves } from './halves.js'

const start = (origin, isOpen) => {
  const before = globalThis.fetch
  const urls = [`${origin}/old`]
  globalThis.fetch = async (input, init) => {
    if (urls.includes(new Request(input).url)) return new Response('"it"')
    return isOpen ? before(input, init) : new Response('')
  }
  return {
    late: () => urls.push(`${origin}/late`),
    end() {
      globalThis.fetch = before
    },
  }
}

testHalves('a function in place of fetch', start, { fetch: [undefined, 'Unexpected end of JSON input'] })
