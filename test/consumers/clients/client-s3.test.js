import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { rest, sequence, text } from 'mynah'
import { expect, onTestFinished, test } from 'vitest'
import { FIVE_MEGABYTES } from './clients/contract/sample-bytes.ts'
import { rejectionOf, start, startForgiving, thrownBy } from './promises/support.ts'

const BUCKET = 'https://mine.s3.eu-west-1.amazonaws.com'
const OBJECT = { Bucket: 'mine', Key: 'object' }
const XML = { headers: { 'content-type': 'application/xml' } }

function create(options) {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' }
  const client = new S3Client({ region: 'eu-west-1', credentials, ...options })
  onTestFinished(() => client.destroy())
  return client
}

test('client-s3: 5 MB wait to be asked for, and arrive whole, as a stream too', async () => {
  const mocks = start([rest.put(`${BUCKET}/object`, undefined, { headers: { etag: '"1"' } })])
  const client = create({ requestChecksumCalculation: 'WHEN_REQUIRED' })
  const parts = [FIVE_MEGABYTES.subarray(0, 1e6), FIVE_MEGABYTES.subarray(1e6)].map((part) => Buffer.from(part))
  const bodies = [FIVE_MEGABYTES, Readable.from(parts)]
  for (const Body of bodies) {
    const put = new PutObjectCommand({ ...OBJECT, Body, ContentLength: FIVE_MEGABYTES.length })
    expect(await client.send(put)).toMatchObject({ ETag: '"1"' })
  }
  for (const { request } of mocks.calls()) {
    expect(request.headers.expect).toBe('100-continue')
    expect(Buffer.compare(request.body, FIVE_MEGABYTES)).toBe(0)
  }
})

test('client-s3: an object comes as a stream, and its head alone', async () => {
  start([rest.get(`${BUCKET}/object`, FIVE_MEGABYTES)])
  const client = create()
  const { Body } = await client.send(new GetObjectCommand(OBJECT))
  expect(Buffer.compare(await Body.transformToByteArray(), FIVE_MEGABYTES)).toBe(0)
  expect(await client.send(new HeadObjectCommand(OBJECT))).toMatchObject({ ContentLength: FIVE_MEGABYTES.length })
})

test('client-s3: XML is read: a list, and an error', async () => {
  start([
    rest.get(`${BUCKET}/`, text('<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>'), XML),
    rest.get(`${BUCKET}/object`, text('<Error><Code>NoSuchKey</Code></Error>'), { status: 404, ...XML }),
  ])
  const client = create()
  expect((await client.send(new ListObjectsV2Command({ Bucket: 'mine' }))).Contents).toEqual([{ Key: 'a' }])
  expect(await rejectionOf(client.send(new GetObjectCommand(OBJECT)))).toMatchObject({ name: 'NoSuchKey' })
})

test('client-s3: a 503 is tried again, and a 204 is nothing', async () => {
  start([
    rest.delete(`${BUCKET}/object`, sequence(new Response('', { status: 503 }), new Response(null, { status: 204 }))),
  ])
  const { $metadata } = await create().send(new DeleteObjectCommand(OBJECT))
  expect($metadata).toMatchObject({ httpStatusCode: 204, attempts: 2 })
})

test('client-s3: it times out, and is aborted', async () => {
  start([rest.get(`${BUCKET}/object`, undefined, { delay: Number.POSITIVE_INFINITY })])
  const requestHandler = { requestTimeout: 50, throwOnRequestTimeout: true }
  const late = create({ maxAttempts: 1, requestHandler }).send(new GetObjectCommand(OBJECT))
  expect(await rejectionOf(late)).toMatchObject({ name: 'TimeoutError' })
  const aborted = create().send(new GetObjectCommand(OBJECT), { abortSignal: AbortSignal.timeout(50) })
  expect(await rejectionOf(aborted)).toMatchObject({ name: 'AbortError' })
})

test('client-s3: an unmatched request is its error, and tried once', async () => {
  const mocks = startForgiving([])
  const error = await rejectionOf(create().send(new PutObjectCommand({ ...OBJECT, Body: FIVE_MEGABYTES })))
  expect(thrownBy(() => mocks.verify())).toBe(error)
  expect(error.message).toBe(`No stub answers PUT ${BUCKET}/object?x-id=PutObject

No routes are declared
To answer it: rest.put('/object', {})
To let it reach the network: setupMocks(routes, { passthrough: ['${BUCKET}'] })`)
})
