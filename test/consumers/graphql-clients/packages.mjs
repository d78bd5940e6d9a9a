import http from 'node:http'
import * as apollo from '@apollo/client'
import * as batchHttp from '@apollo/client/link/batch-http'
import * as persistedQueries from '@apollo/client/link/persisted-queries'
import * as persisted from '@graphql-yoga/plugin-persisted-operations'
import * as urql from '@urql/core'
import upload from 'apollo-upload-client/UploadHttpLink.mjs'
import * as graphql from 'graphql'
import * as request from 'graphql-request'
import * as sse from 'graphql-sse'
import * as yoga from 'graphql-yoga'
import * as mynah from 'mynah'
import * as mynahGraphql from 'mynah/graphql'
import * as mynahSchema from 'mynah/graphql-schema'
import relay from 'relay-runtime'

/** All packages of the cases, loaded as ES modules where they have them. */
export default {
  ...{ apollo, batchHttp, graphql, http, mynah, mynahGraphql, mynahSchema, persisted, persistedQueries },
  ...{ relay, request, sse, upload, urql, yoga },
}
