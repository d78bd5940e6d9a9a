const http = require('node:http')
const https = require('node:https')
const { rest, setupMocks } = require('mynah')

const mocks = setupMocks([rest.all('/*path', undefined, { delay: Number.POSITIVE_INFINITY })])
mocks.start()

let arrived = 0
mocks.on('request', () => {
  arrived++
  if (arrived === 5) mocks.stop()
})

const ignore = () => {}
fetch('https://api.test/fetch').catch(ignore)
fetch('https://api.test/fetch', { method: 'POST', body: new Blob(['a'.repeat(100_000)]) }).catch(ignore)
http.get('http://api.test/http').on('error', ignore)
https.get('https://api.test/https', { agent: new https.Agent({ keepAlive: true }) }).on('error', ignore)
http.request('http://api.test/http', { method: 'POST' }).on('error', ignore).end('body')
