const { rest, setupMocks } = require('mynah')

exports.mocks = setupMocks([rest.get('/users', [])])
exports.swallow = (path) => fetch(`https://api.test/${path}`).catch(() => {})
