/** @jest-environment ./bare.cjs */
import * as mynah from 'mynah'
import { testWithoutBodies } from '../without-bodies.cjs'

testWithoutBodies(mynah)
