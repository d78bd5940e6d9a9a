import * as mynah from 'mynah'
import * as door from 'mynah/openapi'
import { testOpenapi } from '../openapi.cjs'

testOpenapi(mynah, door)
