const { rest, setupMocks } = require('mynah')

exports.mocks = setupMocks([rest.get('/users', [{ id: 1, name: 'Ada' }])])
