import http from 'node:http'
import axios from 'axios'
import * as mynah from 'mynah'
import { testNode } from '../in-node.cjs'

testNode(mynah, axios, http)
