/** @jest-environment jsdom */

import http from 'node:http'
import axios from 'axios'
import * as mynah from 'mynah'
import { testSwallowed } from '../swallowed.cjs'

testSwallowed(mynah, axios, http)
