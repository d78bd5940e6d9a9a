import { AbortController as ForeignController } from 'abort-controller'
import NodeForm from 'form-data'
import { File as OtherFile, FormData as OtherForm } from 'formdata-node'
import * as undici from 'undici'
import { expect, test } from 'vitest'
import { compareCall, echo } from './clients/fetch-oracle.ts'

const filled = (form) => {
  form.append('name', 'Ada')
  return form
}
const withFile = (form, file) => {
  form.append('file', file)
  return form
}

const BODIES = {
  'form-data': () => ({ body: filled(new NodeForm()) }),
  'form-data with its headers': () => {
    const form = filled(new NodeForm())
    return { body: form, headers: form.getHeaders() }
  },
  'form-data as a Buffer': () => {
    const form = new NodeForm()
    form.setBoundary('edge')
    return { body: filled(form).getBuffer(), headers: form.getHeaders() }
  },
  'formdata-node': () => ({ body: filled(new OtherForm()) }),
  'formdata-node with a file': () => ({ body: withFile(new OtherForm(), new OtherFile(['x'], 'x.txt')) }),
  undici: () => ({ body: filled(new undici.FormData()) }),
}

test.for(Object.entries(BODIES))('a FormData: %s', async ([, init]) => {
  await compareCall((origin) => fetch(`${origin}/echo`, { method: 'POST', ...init() }), echo)
})

test.for(['pending', 'aborted'])('a signal of abort-controller that is %s', async (state) => {
  const controller = new ForeignController()
  if (state === 'aborted') controller.abort()
  await compareCall((origin) => fetch(`${origin}/echo`, { signal: controller.signal }), echo)
})

test('Headers and a Request of undici', async () => {
  await compareCall(
    (origin) => fetch(`${origin}/echo`, { headers: new undici.Headers({ 'content-type': 'a/b' }) }),
    echo,
  )
  const seen = await compareCall((origin) => fetch(new undici.Request(`${origin}/echo`)), echo)
  expect(seen).toBeDefined()
})
