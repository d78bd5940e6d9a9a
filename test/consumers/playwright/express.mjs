import express from 'express'

/* An application that asks an API while it renders. It knows nothing of mynah. */
const API = 'http://localhost:3124/api'
const app = express()
app.get('/', async (_, response) => {
  const answer = await fetch(`${API}/users`)
  const users = await answer.json()
  const names = users.map(({ name }) => `<li>${name}</li>`).join('')
  response.send(`<!doctype html><title>rendered</title><ul>${names}</ul>`)
})
app.get('/missing', async (_, response) => response.json(await (await fetch(`${API}/missing`)).json()))
app.get('/logout', (request, response) => {
  for (const pair of request.headers.cookie?.split('; ') ?? []) response.clearCookie(pair.split('=')[0])
  response.send('bye')
})
app.get('/form', (_, response) => {
  const fields = '<input type=file name=file><button>send</button>'
  response.send(
    `<!doctype html><a href=/report download>report</a><form action=/upload method=post enctype=multipart/form-data>${fields}</form>`,
  )
})
app.get('/report', (_, response) => response.type('text').send('real'))
app.use((error, _request, response, _next) => response.status(500).send(error.message))
app.listen(3125)
