import { rest, setupMocks } from 'mynah'

setupMocks([rest.get('/users', [])])()
