module.exports = { injectGlobals: false, setupFilesAfterEnv: ['<rootDir>/test/setup.js'] }
