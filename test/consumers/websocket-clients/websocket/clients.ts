import { Window } from 'happy-dom'
import * as undici from 'undici'

const { WebSocket: HappyDom } = new Window({ url: 'http://page.test/' })

export const CLIENTS = { "Node's": WebSocket, "undici's": undici.WebSocket, "happy-dom's": HappyDom }
