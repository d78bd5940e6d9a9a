import { rest, setupMocks } from 'mynah'

const NAME = 'Ada'

window.original ??= window.fetch
const mocks = setupMocks([rest.get('/users', NAME)])
const stop = mocks.start()
window.reloads = [...(window.reloads ?? []), { name: NAME, mocks }]

import.meta.hot.accept()
import.meta.hot.dispose(stop)
