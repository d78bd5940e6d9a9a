import { jest } from '@jest/globals'
import axios from 'axios'
import * as mynah from 'mynah'
import { testFakeTimers } from '../fake-timers.cjs'

testFakeTimers(mynah, axios, jest)
