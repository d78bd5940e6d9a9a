import { describe, expect, test } from 'vitest'
import { writeForeignBody } from '../../src/request/foreign-body.ts'

/** A body of another library's class, as `fetch` of a page may be called with. */
class ForeignForm {
  readonly parts: readonly [string, unknown][]
  constructor(...parts: readonly [string, unknown][]) {
    this.parts = parts
  }
  get [Symbol.toStringTag](): string {
    return 'FormData'
  }
  values(): unknown[] {
    return this.parts.map(([, value]) => value)
  }
  [Symbol.iterator](): Iterator<[string, unknown]> {
    return this.parts[Symbol.iterator]()
  }
}

class ForeignParams {
  get [Symbol.toStringTag](): string {
    return 'URLSearchParams'
  }
  toString(): string {
    return 'a=1'
  }
}

/** A Blob of happy-dom: its class has no tag. */
const Blobs = {
  Blob: class Blob {
    readonly type = 'text/plain'
    stream() {}
    async arrayBuffer(): Promise<ArrayBuffer> {
      return new TextEncoder().encode('abc').buffer
    }
  },
}

async function textOf(body: unknown): Promise<readonly [type: string, text: string] | undefined> {
  const written = writeForeignBody(body)
  return written && [written.type, new TextDecoder().decode(await written.bytes)]
}

describe('a body of another class', () => {
  test('a form is written as a multipart body', async () => {
    const [type, text] = (await textOf(new ForeignForm(['a "b"', '1\r\n2']))) ?? ['', '']
    const [, boundary] = /^multipart\/form-data; boundary=(----mynah\d{12})$/.exec(type) ?? []
    expect(boundary).toBeDefined()
    expect(text).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="a %22b%22"\r\n\r\n1\r\n2\r\n--${boundary}--\r\n`,
    )
  })

  test('search params are written as they are', async () => {
    expect(await textOf(new ForeignParams())).toEqual(['application/x-www-form-urlencoded;charset=UTF-8', 'a=1'])
  })

  test('a Blob whose class has no tag is read', async () => {
    expect(await textOf(new Blobs.Blob())).toEqual(['text/plain', 'abc'])
  })
})

test.each([
  { title: 'a text', body: 'a' },
  { title: 'null', body: null },
  { title: 'bytes', body: new Uint8Array(1) },
  { title: 'a FormData', body: new FormData() },
  { title: 'URLSearchParams', body: new URLSearchParams('a=1') },
  { title: 'a Blob', body: new Blob(['a']) },
  { title: 'a File', body: new File(['a'], 'a.txt') },
  { title: 'the FormData of the npm package, whose values cannot be listed', body: new (class FormData {})() },
  { title: 'an object without a class', body: Object.create(null) },
])('$title needs no other form', ({ body }) => {
  expect(writeForeignBody(body)).toBeUndefined()
})
