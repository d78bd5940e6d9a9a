import 'mynah/jest'
import shared from '../assertions.cjs'

shared.asserts({ beforeAll, afterAll, test, expect })
