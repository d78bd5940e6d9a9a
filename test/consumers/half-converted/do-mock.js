import { testHalves } from './halves.js'

/** jest-fetch-mock and vitest-fetch-mock have one API. Without `doMockIf` it answers all requests, with an empty text if nothing else is said. */
export function testDoMock(name, library) {
  const start = (origin, isOpen) => {
    const urls = [`${origin}/old`]
    library.enableMocks()
    const answer = (request) => (urls.includes(request.url) ? '"it"' : '')
    if (isOpen) library.doMockIf((request) => urls.includes(request.url), answer)
    else {
      library.doMock()
      library.mockResponse(answer)
    }
    return { late: () => urls.push(`${origin}/late`), end: () => library.disableMocks() }
  }
  testHalves(name, start, { fetch: [undefined, 'Unexpected end of JSON input'] })
}
