const axios = require('axios')
const express = require('express')

// An application as any other: it knows nothing of mynah.
const app = express()
app.get('/users', async (_, response) => {
  const [byFetch, byAxios] = await Promise.all([
    fetch(`${process.env.API}/users`).then((answer) => answer.json()),
    axios.get(`${process.env.API}/users`).then(({ data }) => data),
  ])
  response.json([...byFetch, ...byAxios])
})
app.use((error, _request, response, _next) => response.status(500).send(error.message))
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/users`))
