/** @jest-environment jsdom */

const { testPageClients } = require('../page-clients.cjs')

testPageClients(require('mynah'), {
  reactRouter: () => require('react-router'),
  rtk: () => ({ ...require('@reduxjs/toolkit'), ...require('@reduxjs/toolkit/query') }),
  openapiFetch: () => require('openapi-fetch'),
})
