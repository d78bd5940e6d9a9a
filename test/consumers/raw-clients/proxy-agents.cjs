// One for each version of `agent-base`. The last two are ES modules, which `require` of Node 20 does not load.
exports.agents = {
  5: require('https-proxy-agent-base-5'),
  6: require('https-proxy-agent-base-6').HttpsProxyAgent,
}
