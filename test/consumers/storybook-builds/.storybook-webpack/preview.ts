import type { Preview } from '@storybook/react-webpack5'
import { rest, setupMocks } from 'mynah'
import 'mynah/storybook'

const preview: Preview = { beforeAll: setupMocks([rest.get('/api/users', [{ id: 1, name: 'Ada Lovelace' }])]) }

export default preview
