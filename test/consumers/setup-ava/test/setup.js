import { mocks } from './mocks.js'

mocks.start()
