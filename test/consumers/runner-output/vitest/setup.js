import { mocks } from '../mocks.cjs'

mocks.start()
