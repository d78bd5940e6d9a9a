/*
 * What a page does, by client. Each function runs in the page, and returns all that the page observes. `window.kit` is `kit`. With
 * `mocked`, the page observes that instead of what a server answers: docs/guide/playwright.md has it among the limits.
 */
export const kit = () => {
  const read = async (response) => ({
    status: response.status,
    statusText: response.statusText,
    url: response.url,
    redirected: response.redirected,
    type: response.type,
    headers: Object.fromEntries(
      [...response.headers].filter(
        ([name]) => !/^(date|connection|keep-alive|transfer-encoding|content-length)$/.test(name),
      ),
    ),
    text: await response.text(),
  })
  const named = (error) => `${error.name}: ${error.message}`
  window.kit = {
    read,
    observe: (run) =>
      Promise.race([
        (async () => run())().catch(named),
        new Promise((resolve) => setTimeout(resolve, 30_000, 'it never ended')),
      ]),
    ask: (url, init) => fetch(url, init).then(read).catch(named),
    file: () => new File(['the file'], 'a.txt', { type: 'text/plain' }),
    form() {
      const form = new FormData()
      form.append('title', 'Zoë')
      form.append('file', window.kit.file())
      return form
    },
    /** Adds an element, and waits for its file. */
    load: (tag, properties, look = () => 'loaded') =>
      new Promise((resolve) => {
        const element = Object.assign(document.createElement(tag), properties)
        element.onload = () => resolve(look(element))
        element.onerror = () => resolve('error')
        document.body.append(element)
      }),
    run: () => `run=${crypto.randomUUID()}`,
    /** Waits for what `/t/keep` has got. */
    async kept(run) {
      for (;;) {
        const kept = await (await fetch(`/t/kept?${run}`)).json()
        if (kept) return kept
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    got: (run, bytes) => fetch(`/t/got?${run}&bytes=${bytes}`),
    /** Asks for a body, tells the server of each piece, and returns whether there was more than one. `seen` gets the text so far. */
    async chunks(url, init, seen) {
      const run = window.kit.run()
      const response = await fetch(`${url}?${run}`, init)
      let pieces = 0
      let bytes = 0
      let text = ''
      const decoder = new TextDecoder()
      const reading = (async () => {
        for (const reader = response.body.getReader(); ; ) {
          const { done, value } = await reader.read()
          if (done) return 'end'
          pieces++
          bytes += value.length
          text += decoder.decode(value, { stream: true })
          seen?.(text)
          await window.kit.got(run, bytes)
        }
      })()
      const end = await reading.catch(named)
      return [response.status, text, pieces > 1, end]
    },
    xhr(method, url, { body, headers = {}, act, ...properties } = {}) {
      return new Promise((resolve) => {
        const xhr = new XMLHttpRequest()
        const seen = []
        xhr.open(method, url)
        Object.assign(xhr, properties)
        for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
        for (const type of ['loadstart', 'load', 'error', 'abort', 'timeout']) {
          xhr.addEventListener(type, () => seen.push(`${type} ${xhr.readyState} ${xhr.status}`))
          xhr.upload.addEventListener(type, ({ loaded, total }) => seen.push(`upload ${type} ${loaded} ${total}`))
        }
        xhr.onloadend = async ({ loaded }) => {
          const { status, statusText, responseURL, responseType, response } = xhr
          const shown =
            response instanceof Blob
              ? await response.text()
              : response instanceof ArrayBuffer
                ? [...new Uint8Array(response)]
                : (response?.nodeName ?? response)
          resolve({
            seen,
            loaded,
            status,
            statusText,
            responseURL,
            responseType,
            shown,
            type: xhr.getResponseHeader('content-type'),
          })
        }
        xhr.send(body)
        act?.(xhr)
      })
    },
  }
}

export const SCENARIOS = {
  fetch: {
    json: () => kit.ask('/t/json'),
    'json()': async () => (await fetch('/t/json')).json(),
    blob: async () => {
      const blob = await (await fetch('/t/bytes')).blob()
      return [blob.type, blob.size]
    },
    'arrayBuffer()': async () => [...new Uint8Array(await (await fetch('/t/bytes')).arrayBuffer())],
    'formData()': async () => [...(await (await fetch('/t/form')).formData())],
    'status 418, and a header twice': () => kit.ask('/t/teapot'),
    'status 204': () => kit.ask('/t/empty'),
    HEAD: () => kit.ask('/t/json', { method: 'HEAD' }),
    OPTIONS: () => kit.ask('/t/echo', { method: 'OPTIONS' }),
    'a large body': async () => (await (await fetch('/t/big')).text()).length,
    'JSON up': () =>
      kit.ask('/t/echo', {
        method: 'POST',
        body: '{"a":1}',
        headers: { 'content-type': 'application/json', 'x-team': 'red' },
      }),
    'text up': () => kit.ask('/t/echo', { method: 'PUT', body: 'Zoë' }),
    'a form up': () => kit.ask('/t/echo', { method: 'POST', body: new URLSearchParams({ a: '1', b: 'ë' }) }),
    'bytes up': () => kit.ask('/t/echo', { method: 'POST', body: new Uint8Array([0, 1, 200, 255]) }),
    'a Blob up': () => kit.ask('/t/echo', { method: 'POST', body: new Blob(['{}'], { type: 'application/json' }) }),
    'nothing up': () => kit.ask('/t/echo', { method: 'DELETE' }),
    keepalive: () => kit.ask('/t/echo', { method: 'POST', body: 'bye', keepalive: true }),
    'a redirect': async () => (await kit.ask('/t/moved?to=/t/json')).text,
    'a redirect, where it came from': {
      run: async () => (({ url, redirected }) => ({ url, redirected }))(await kit.ask('/t/moved?to=/t/json')),
      mocked: { url: 'http://localhost:3123/t/moved?to=/t/json', redirected: false },
    },
    'a redirect with 307 of a POST': async () =>
      (await kit.ask('/t/moved?status=307&to=/t/echo', { method: 'POST', body: 'a' })).text,
    'a redirect with 303 of a POST': async () =>
      (await kit.ask('/t/moved?status=303&to=/t/echo', { method: 'POST', body: 'a' })).text,
    "redirect: 'error'": {
      run: async () => (await kit.ask('/t/moved?to=/t/json', { redirect: 'error' })).status ?? 'failed',
      mocked: 200,
    },
    "redirect: 'manual'": {
      run: async () => (await kit.ask('/t/moved?to=/t/json', { redirect: 'manual' })).type,
      mocked: 'basic',
    },
    'redirects in a circle': () => kit.ask('/t/loop'),
    'cookies that are set, and sent': async () => {
      await fetch('/t/cookies')
      return [document.cookie, (await kit.ask('/t/echo')).text]
    },
    "credentials: 'omit'": async () => (await kit.ask('/t/echo', { credentials: 'omit' })).text,
    etag: async () => [
      await kit.ask('/t/tagged'),
      await kit.ask('/t/tagged', { headers: { 'if-none-match': '"one"' } }),
    ],
    range: () => kit.ask('/t/range', { headers: { range: 'bytes=2-4' } }),
    'a connection that breaks': () => kit.ask('/t/down'),
    'an abort': () => kit.ask('/t/never', { signal: AbortSignal.timeout(200) }),
    'status text': {
      run: async () => (await kit.ask('/t/named')).statusText,
      mocked: 'OK',
    },
  },
  streams: {
    'chunk by chunk': () => kit.chunks('/t/chunks'),
    'chunk by chunk, a POST': () => kit.chunks('/t/chunks', { method: 'POST', body: 'a'.repeat(10_000) }),
    // Chromium drops what the page has not read when the connection breaks: the text is a matter of time.
    'one that breaks': async () => {
      const [status, text, , end] = await kit.chunks('/t/cut')
      return [status, text.slice(0, 4), end]
    },
    'one that never ends, and is aborted': () => {
      const controller = new AbortController()
      const { signal } = controller
      return kit.chunks('/t/endless', { signal }, (text) => text === 'one two ' && controller.abort())
    },
    'of another origin': {
      run: () => kit.chunks('http://localhost:3124/t/chunks'),
      mocked: [200, 'one two thrée', true, 'end'],
    },
  },
  XMLHttpRequest: {
    text: () => kit.xhr('GET', '/t/json'),
    json: () => kit.xhr('GET', '/t/json', { responseType: 'json' }),
    blob: () => kit.xhr('GET', '/t/bytes', { responseType: 'blob' }),
    arraybuffer: () => kit.xhr('GET', '/t/bytes', { responseType: 'arraybuffer' }),
    document: () => kit.xhr('GET', '/t/page', { responseType: 'document' }),
    'status 418': () => kit.xhr('GET', '/t/teapot'),
    'status 204': () => kit.xhr('GET', '/t/empty'),
    'a form with a file': async () => (await kit.xhr('POST', '/t/echo', { body: kit.form() })).shown,
    'the events of an upload': {
      run: async () => (await kit.xhr('POST', '/t/echo', { body: 'x'.repeat(1000) })).seen,
      mocked: ['loadstart 1 0', 'upload loadstart 0 1000', 'load 4 200'],
    },
    'progress of a stream': async () => {
      const lengths = []
      const run = kit.run()
      await new Promise((resolve) => {
        const xhr = new XMLHttpRequest()
        xhr.open('GET', `/t/chunks?${run}`)
        xhr.onprogress = ({ loaded, lengthComputable }) => {
          lengths.push([loaded, lengthComputable])
          kit.got(run, loaded)
        }
        xhr.onloadend = resolve
        xhr.send()
      })
      return lengths
    },
    'a time-out': () => kit.xhr('GET', '/t/never', { timeout: 200 }),
    'an abort': () => kit.xhr('GET', '/t/never', { act: (xhr) => setTimeout(() => xhr.abort(), 100) }),
    'a connection that breaks': () => kit.xhr('GET', '/t/down'),
    synchronous: () => {
      const xhr = new XMLHttpRequest()
      xhr.open('GET', '/t/json', false)
      xhr.send()
      return [xhr.status, xhr.responseText]
    },
  },
  EventSource: {
    'events, ids and reconnection': () =>
      new Promise((resolve) => {
        const seen = []
        const source = new EventSource(`/t/events?${kit.run()}`)
        for (const type of ['open', 'message', 'user', 'error']) {
          source.addEventListener(type, ({ data, lastEventId }) => {
            seen.push([type, source.readyState, data ?? null, lastEventId ?? null])
            if (source.readyState === EventSource.CLOSED) resolve(seen)
          })
        }
      }),
    'the id of the last event, in the next connection': {
      run: () =>
        new Promise((resolve) => {
          const source = new EventSource(`/t/resumed?${kit.run()}`)
          source.onmessage = ({ data }) => {
            if (data === 'a') return
            source.close()
            resolve(data)
          }
        }),
      mocked: 'asked with undefined',
    },
    'the headers of the request, and a wrong content type': () =>
      new Promise((resolve) => {
        const run = kit.run()
        const source = new EventSource(`/t/keep?${run}`)
        source.onerror = async () => resolve([source.readyState, await kit.kept(run)])
      }),
    'a connection that breaks': () =>
      new Promise((resolve) => {
        const source = new EventSource('/t/down')
        source.onerror = () => resolve([source.readyState, source.close()])
      }),
    'a close by the page': () =>
      new Promise((resolve) => {
        const source = new EventSource(`/t/events?${kit.run()}`)
        source.onmessage = ({ data, origin }) => {
          source.close()
          resolve([data, origin, source.readyState])
        }
      }),
  },
  'beacons and pings': {
    'a text': async () => {
      const run = kit.run()
      return [navigator.sendBeacon(`/t/keep?${run}`, 'hi'), await kit.kept(run)]
    },
    'a form with a file': async () => {
      const run = kit.run()
      return [navigator.sendBeacon(`/t/keep?${run}`, kit.form()), await kit.kept(run)]
    },
    'the ping of a link': async () => {
      const run = kit.run()
      const link = Object.assign(document.createElement('a'), { href: '#there', ping: `/t/keep?${run}` })
      document.body.append(link)
      link.click()
      return kit.kept(run)
    },
  },
  tags: {
    script: () => kit.load('script', { src: '/t/script' }, () => window.scripted),
    module: async () => (await import('/t/module')).default,
    style: () => kit.load('link', { rel: 'stylesheet', href: '/t/style' }, () => getComputedStyle(document.body).color),
    image: () => kit.load('img', { src: '/t/image' }, (image) => image.naturalWidth),
    'a script that breaks': () => kit.load('script', { src: '/t/down' }),
    'a frame': () => kit.load('iframe', { src: '/t/page?title=framed' }, (frame) => frame.contentDocument.title),
    font: () =>
      new FontFace('a', 'url(/t/bytes)').load().then(
        () => 'loaded',
        ({ name }) => name,
      ),
  },
  workers: {
    dedicated: () =>
      new Promise((resolve) => {
        const worker = new Worker('/t/worker')
        worker.onmessage = ({ data }) => resolve(data)
        worker.postMessage('/t/echo')
      }),
    shared: () =>
      new Promise((resolve) => {
        const { port } = new SharedWorker('/t/shared')
        port.onmessage = ({ data }) => resolve(data)
        port.postMessage('/t/json')
      }),
  },
  'a service worker': {
    'that controls the page': async () => {
      await navigator.serviceWorker.register('/t/sw.js', { scope: '/' })
      while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20))
      return 'controlled'
    },
    'that asks for another URL': async () => (await kit.ask('/t/by-worker')).text,
    'that answers by itself': async () => (await kit.ask('/t/own')).text,
    'that passes a request on': {
      run: () => kit.chunks('/t/chunks'),
      mocked: [200, 'one two thrée', false, 'end'],
    },
    'that leaves a request alone': async () => (await kit.ask('/t/teapot')).status,
  },
  'another origin': {
    'that allows it': () => kit.ask('http://localhost:3124/t/open'),
    'with a preflight': async () =>
      (await kit.ask('http://localhost:3124/t/open', { method: 'PUT', headers: { 'x-team': 'red' } })).status,
    'that does not': {
      run: async () => (await kit.ask('http://localhost:3124/t/json')).status ?? 'refused',
      mocked: 200,
    },
    'a preflight that is refused': {
      run: async () =>
        (await kit.ask('http://localhost:3124/t/open', { method: 'PUT', headers: { 'x-other': '1' } })).status ??
        'refused',
      mocked: 200,
    },
    'no-cors': async () => (await kit.ask('http://localhost:3124/t/json', { mode: 'no-cors' })).type,
    'with credentials': async () => (await kit.ask('http://localhost:3124/t/echo', { credentials: 'include' })).text,
  },
}
