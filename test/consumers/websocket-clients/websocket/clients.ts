import * as undici from 'undici'

export const CLIENTS = { "Node's": WebSocket, "undici's": undici.WebSocket }
