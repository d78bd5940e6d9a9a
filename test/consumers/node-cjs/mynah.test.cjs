const { checkAll } = require('./check-all.cjs')

checkAll(require('mynah'), require('mynah/core'))
