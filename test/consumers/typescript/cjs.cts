import mynah = require('mynah')
import core = require('mynah/core')
import door = require('mynah/collection')

const stubs = [mynah.rest.get('/posts/:id', ({ request }) => ({ id: request.params.id satisfies string }))]
const stop: () => void = mynah.setupMocks(stubs)()
stop()

const users = door.collection('/users', [{ id: 1, name: 'Ada' }])
stubs.push(...users)

export = core.createResolver(stubs)
