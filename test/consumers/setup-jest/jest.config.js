module.exports = { setupFilesAfterEnv: ['<rootDir>/test/setup.js'] }
