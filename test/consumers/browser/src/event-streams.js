/** The answers to one EventSource; the last one is repeated. `last-event-id` is sent back as data, to be seen. */
const asked = (lines) => (headers) => `${lines}data: asked with ${headers['last-event-id']}\n\n`

const moved = (status, location) => [{ status, type: 'text/plain', headers: { location } }]

/**
 * What the server and the stubs answer alike, by path, for each connection. A stream ends after its chunks, which come 30 ms apart,
 * unless it `stays` or is `cut`.
 */
export const STREAMS = {
  '/plain': [
    {
      stays: true,
      chunks: [
        ': a comment\n\ndata: one\n\n',
        'event: user\ndata: {"id":\ndata: 1}\nid: 7\n\n',
        'event: empty\ndata\n\nevent: none\n\n',
        'data:no space\ndata:  two\nother: field\n no: field\n\ndata: last\n\n',
      ],
    },
  ],
  '/headers': [{ stays: true, chunks: [(headers) => `data: ${headers.accept}, ${headers['cache-control']}\n\n`] }],
  '/breaks': [
    {
      stays: true,
      chunks: ['data: a\r', '\ndata: b\r\rda', 'ta: c\n\r', '\ndata: d\r\n\r', 'data: e\r\r', '\n', 'data: f\n\n'],
    },
  ],
  '/bytes': [{ stays: true, chunks: [[0xef, 0xbb, 0xbf], 'data: Zo', [0xc3], [0xab], '\n\ndata: ', [0xff], '\n\n'] }],
  '/boms': [{ stays: true, chunks: ['\ufeff\ufeffdata: lost\n\ndata: kept\n\n'] }],
  '/ids': [
    { chunks: ['retry: 20\nid: 1\n\ndata: a\n\nid: 2\ndata: b\n\nid: no\0id\ndata: c\n\nid: 3\ndata: unfinished\n'] },
    { chunks: [asked('')] },
    { chunks: [asked('id: Zoë ☃\n')] },
    { chunks: [asked('id: 4\n'), 'id: 5\n\n'] },
    { chunks: [asked(''), 'id\ndata: d\n\n'] },
    { stays: true, chunks: [asked('')] },
  ],
  '/retries': [
    { chunks: ['retry: 10\ndata: a\n\n'] },
    { chunks: ['retry: 10 ms\nretry: -1\nretry: 1e9\nretry\ndata: b\n\n'] },
    { status: 204 },
  ],
  '/cut': [
    { cut: true, chunks: ['retry: 10\ndata: a\n\ndata: unfi'] },
    { stays: true, chunks: [asked('')] },
  ],
  '/restarts': [{ chunks: ['retry: 10\ndata: a\n\n'] }, { chunks: [] }, { down: true }, { status: 500 }],
  '/named': [{ stays: true, chunks: ['event: error\ndata: a\n\nevent: open\ndata: b\n\nevent: message\ndata: c\n\n'] }],
  '/not-found': [{ status: 404, chunks: ['data: a\n\n'] }],
  '/created': [{ status: 201, chunks: ['data: a\n\n'] }],
  '/json': [{ type: 'application/json', chunks: ['{}'] }],
  '/untyped': [{ type: 'text/event-stream-2', chunks: ['data: a\n\n'] }],
  '/with-charset': [{ type: 'Text/Event-Stream;charset=UTF-8', stays: true, chunks: ['data: a\n\n'] }],
  '/down': [{ down: true }],
  '/moved': moved(302, 'plain'),
  '/moved-for-good': moved(308, 'plain?from=moved'),
  '/moved-in-a-circle': moved(302, 'moved-in-a-circle'),
}

/** Returns the answer to the next connection of an EventSource, which its URL tells from others. */
export function streamAnswers() {
  const connections = new Map()
  return (path, url) => {
    const answers = STREAMS[path]
    const count = connections.get(url) ?? 0
    connections.set(url, count + 1)
    return { status: 200, type: 'text/event-stream', chunks: [], ...answers[Math.min(count, answers.length - 1)] }
  }
}

/** Yields the bytes of the chunks of a stream. */
export async function* chunksOf({ chunks }, headers) {
  for (const chunk of chunks) {
    yield typeof chunk === 'function' ? chunk(headers) : typeof chunk === 'string' ? chunk : new Uint8Array(chunk)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
