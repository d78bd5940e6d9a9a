const { mocks } = require('../mocks.cjs')

// Without its `afterAll`.
exports.mochaHooks = { beforeAll: mocks }
