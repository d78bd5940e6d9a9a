export * from 'mynah'
export * from 'mynah/websocket'
