import { exists, rest, setupMocks, UnmatchedRequestError } from 'mynah'
import { createResolver } from 'mynah/core'
import { checkAll } from './check-all.cjs'

checkAll({ exists, rest, setupMocks, UnmatchedRequestError }, { createResolver })
