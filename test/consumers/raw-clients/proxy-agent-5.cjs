exports.HttpsProxyAgent = require('https-proxy-agent-5')
