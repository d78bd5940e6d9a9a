import * as mynah from 'mynah'
import { testMisplaced } from '../misplaced.cjs'

testMisplaced(mynah)
