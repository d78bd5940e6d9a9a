// So that the whole core is in one chunk (tsup.config.ts).
import './core.ts'

export { connections, type WebSocketConnection } from '../websocket/connections.ts'
export type {
  WebSocketAnswer,
  WebSocketCloseContext,
  WebSocketContext,
  WebSocketHandlers,
  WebSocketMessageContext,
} from '../websocket/handlers.ts'
export { type WebSocketMaker, type WebSocketOptions, websocket } from '../websocket/websocket.ts'
