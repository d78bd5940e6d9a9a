module.exports = { setupFiles: ['<rootDir>/setup.cjs'] }
