import * as mynah from 'mynah'
import * as door from 'mynah/collection'
import { testCollection } from '../collection.cjs'

testCollection(mynah, door)
