module.exports = { injectGlobals: false }
