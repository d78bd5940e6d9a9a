/** @jest-environment jsdom */

import * as mynah from 'mynah'
import { testFunction } from '../in-jsdom-function.cjs'

testFunction(mynah)
