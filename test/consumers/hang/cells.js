import { requests } from './requests.js'
import { responses } from './responses.js'

/** Every way of asking, with every answer: a cell each. One that cannot be has its reason. */
export function cellsOf({ cannot = {} }) {
  return requests.flatMap((request) =>
    responses.map((response) => ({
      request,
      response,
      reason: cannot[request.needs] ?? impossible(request, response),
    })),
  )
}

function impossible({ abort }, { long }) {
  return abort === 'body' && !long
    ? 'nothing is left to break off of a body that comes with its head, or of none'
    : undefined
}

/** The client's error in a cell; `undefined` if it gets an answer. */
export function failureOf({ request, response }) {
  return request.abort && request.abort !== 'after' ? request.abort : response.fails
}
