/** @jest-environment jsdom */

import http from 'node:http'
import axios from 'axios'
import * as mynah from 'mynah'
import { testJsdom } from '../in-jsdom.cjs'

testJsdom(mynah, axios, http)
