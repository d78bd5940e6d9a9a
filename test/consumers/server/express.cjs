const http = require('node:http')
const axios = require('axios')
const express = require('express')
const superagent = require('superagent')
const undici = require('undici')

// An application as any other: it knows nothing of mynah.
const app = express()
const byHttp = (url) =>
  new Promise((resolve, reject) => {
    const read = async (answer) => JSON.parse((await answer.toArray()).join(''))
    http.get(url, (answer) => resolve(read(answer))).on('error', reject)
  })
const clients = [
  (url) => fetch(url).then((answer) => answer.json()),
  (url) => axios.get(url).then(({ data }) => data),
  (url) => import('got').then(({ default: got }) => got(url, { retry: { limit: 0 } }).json()),
  (url) => import('ky').then(({ default: ky }) => ky(url, { retry: 0 }).json()),
  (url) => superagent.get(url).then(({ body }) => body),
  (url) => undici.request(url).then(({ body }) => body.json()),
  byHttp,
]
app.get('/users', async (_, response) => {
  const answers = await Promise.all(clients.map((ask) => ask(`${process.env.API}/users`)))
  response.json(answers.flat())
})
app.use((error, _request, response, _next) => response.status(500).send(error.message))
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/users`))
