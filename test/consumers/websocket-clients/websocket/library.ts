export * from 'mynah'
export * from 'mynah/graphql'
export * from 'mynah/graphql-schema'
export * from 'mynah/websocket'
