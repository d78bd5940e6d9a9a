import { rest, setupMocks } from 'mynah'

const mocks = setupMocks([rest.get('/api/users', [{ id: 1, name: 'Ada' }])], { onUnmatched: 'passthrough' })
const stop = mocks.start()

import.meta.hot?.accept()
import.meta.hot?.dispose(stop)
