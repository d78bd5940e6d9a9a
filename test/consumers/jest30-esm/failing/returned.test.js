import * as mynah from 'mynah'
import { testReturned } from '../returned.cjs'

testReturned(mynah)
