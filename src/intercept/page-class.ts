/** Returns a class with the prototype of another, whose constructor would connect at once. */
export function unconnectedClass<Native extends typeof EventSource | typeof WebSocket>(Class: Native): Native {
  function Unconnected(): unknown {
    return Reflect.construct(EventTarget, [], new.target)
  }
  Unconnected.prototype = Class.prototype
  return Object.setPrototypeOf(Unconnected, Class)
}

type Handler = (event: Event) => unknown

/** Defines the properties for the handlers of events, such as `onopen`. */
export function defineHandlers(prototype: EventTarget, types: readonly string[]): void {
  for (const type of types) {
    const handlers = new WeakMap<EventTarget, Handler | null>()
    Object.defineProperty(prototype, `on${type}`, {
      configurable: true,
      enumerable: true,
      get: function on(this: EventTarget) {
        return handlers.get(this) ?? null
      },
      set: function on(this: EventTarget, handler: unknown) {
        if (!handlers.has(this)) this.addEventListener(type, (event) => handlers.get(this)?.call(this, event))
        handlers.set(this, typeof handler === 'function' ? (handler as Handler) : null)
      },
    })
  }
}

/** Returns an event of a real connection, to be fired at another one. */
export function copyEvent(event: Event): Event {
  const { type } = event
  const init: object = event
  if ('data' in event) return new MessageEvent(type, init)
  return 'code' in event ? new CloseEvent(type, init) : new Event(type)
}
