import * as globals from '@jest/globals'
import 'mynah/jest-globals'
import shared from '../assertions.cjs'

shared.asserts(globals)
