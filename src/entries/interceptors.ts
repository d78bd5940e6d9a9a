// So that the whole core is in one chunk (tsup.config.ts).
import './core.ts'

export {
  type InterceptedRequest,
  type InterceptedRequestListener,
  type RequestInterceptor,
  requestInterceptor,
} from '../exchange/request-interceptor.ts'
