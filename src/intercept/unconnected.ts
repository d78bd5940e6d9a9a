/** Returns a class with the prototype of another, whose constructor would connect at once. */
export function unconnectedClass<Native extends typeof EventSource | typeof WebSocket>(Class: Native): Native {
  function Unconnected(): unknown {
    return Reflect.construct(EventTarget, [], new.target)
  }
  Unconnected.prototype = Class.prototype
  return Object.setPrototypeOf(Unconnected, Class)
}
