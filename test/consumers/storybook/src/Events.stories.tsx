import { rest, sse } from 'mynah'
import { useEffect, useState } from 'react'
import { mocks } from '../.storybook/mocks.ts'

/** Lists what arrives, and leaves when the story is left. */
function News() {
  const [list, setList] = useState<readonly string[]>([])
  useEffect(() => {
    const source = new EventSource('/api/news')
    const add = ({ type, data }: MessageEvent<string>) => setList((list) => [...list, `${type}: ${data}`])
    source.addEventListener('message', add)
    source.addEventListener('urgent', add)
    return () => source.close()
  }, [])
  return (
    <ul>
      {list.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** Stories that listen to the events of a server. */
export default { title: 'Events', component: News }

export const Two = {
  beforeEach: () => mocks.use(rest.get('/api/news', sse(['one', { event: 'urgent', data: 'two', retry: 60_000 }]))),
}

export const Other = {
  beforeEach: () => mocks.use(rest.get('/api/news', sse([{ data: 'three', retry: 60_000 }]))),
}
