/** @jest-environment jsdom */

import axios from 'axios'
import * as mynah from 'mynah'
import { testPageClasses } from '../page-classes.cjs'

testPageClasses(mynah, axios)
