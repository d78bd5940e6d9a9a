const { testNode } = require('../in-node.cjs')

testNode(require('mynah'), require('axios'), require('node:http'))
