/** Jest loads this file and all packages by `require`, without any configuration. */
const apollo = require('@apollo/client')
const batchHttp = require('@apollo/client/link/batch-http')
const persistedQueries = require('@apollo/client/link/persisted-queries')
const persisted = require('@graphql-yoga/plugin-persisted-operations')
const urql = require('@urql/core')
const graphql = require('graphql')
const request = require('graphql-request')
const sse = require('graphql-sse')
const yoga = require('graphql-yoga')
const http = require('node:http')
const relay = require('relay-runtime')
const mynah = require('mynah')
const mynahGraphql = require('mynah/graphql')
const mynahSchema = require('mynah/graphql-schema')
const likeYoga = require('../like-yoga.cjs')

likeYoga(globalThis, {
  ...{ apollo, batchHttp, graphql, http, mynah, mynahGraphql, mynahSchema, persisted, persistedQueries },
  ...{ relay, request, sse, urql, yoga },
})
