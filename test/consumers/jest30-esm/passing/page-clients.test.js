/** @jest-environment jsdom */

import * as mynah from 'mynah'
import { testPageClients } from '../page-clients.cjs'

testPageClients(mynah, {
  reactRouter: () => import('react-router'),
  rtk: async () => ({ ...(await import('@reduxjs/toolkit')), ...(await import('@reduxjs/toolkit/query')) }),
  openapiFetch: () => import('openapi-fetch'),
})
