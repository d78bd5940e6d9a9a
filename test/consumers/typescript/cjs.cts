import mynah = require('mynah')
import core = require('mynah/core')

const stubs = [mynah.rest.get('/posts/:id', ({ request }) => ({ id: request.params.id satisfies string }))]
const stop: () => void = mynah.setupMocks(stubs)()
stop()

export = core.createResolver(stubs)
