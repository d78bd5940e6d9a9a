import { type Row, rowsOf } from './row.ts'

export const MSW: readonly Row[] = [
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 })))": "rest.get('/a', { id: 1 })",
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 }, { status: 201 })))":
        "rest.get('/a', status(201, { id: 1 }))",
      "const server = setupServer(http.get('/a', () => new HttpResponse(null, { status: 404 })))":
        "rest.get('/a', status(404))",
      "const server = setupServer(http.get('/a', () => HttpResponse.error()))": "rest.get('/a', networkError())",
      "const server = setupServer(http.get('/a', () => HttpResponse.text('a')))": "rest.get('/a', text('a'))",
      "const server = setupServer(http.get('/a', () => passthrough()))": 'passthrough()',
      "const server = setupServer(http.get('/a', () => HttpResponse.json([]), { once: true }))": 'times: 1',
    },
    {},
  ),
]
