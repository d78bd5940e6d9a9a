/** A page has no variables of its process. */
export const findRecorder = (): undefined => undefined
