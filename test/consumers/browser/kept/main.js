import { setupMocks } from 'mynah'
import { collection } from 'mynah/collection'

const users = collection('/api/users', [{ id: 1, name: 'Ada' }], { store: sessionStorage })
window.mocks = setupMocks([...users])
window.mocks.start()
