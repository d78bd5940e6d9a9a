import type { Download, Request } from '@playwright/test'
import { isJsonType } from '../core/http-rules.ts'

/** A part of a multipart body with the name of a file and without bytes. */
const EMPTY_FILE = /; filename="([^"]+)"\r\n(?:content-type:[^\r\n]*\r\n)?\r\n\r\n--/gi

/** Warns of files that a form takes from disk: Playwright does not tell their bytes. */
export function warnOfLostFiles(request: Request): void {
  const type = request.headers()['content-type']
  if (!type?.startsWith('multipart/')) return
  const body = request.postDataBuffer()?.toString('latin1') ?? ''
  for (const [, name = ''] of body.matchAll(EMPTY_FILE)) {
    console.warn(
      `The file "${Buffer.from(name, 'latin1')}" in ${lineOf(request)} has no bytes: Playwright does not read a form's files from disk\n\n` +
        'Write  setInputFiles(…, { name, mimeType, buffer })',
    )
  }
}

/** Warns of a page that is answered by the JSON of an API's stub with the same path. */
export function warnOfJsonPage(request: Request, { headers }: Response): void {
  const isPage = request.isNavigationRequest() && !headers.has('content-disposition')
  if (!isPage || !isJsonType(headers.get('content-type') ?? undefined)) return
  console.warn(
    `The page ${lineOf(request)} is answered by the JSON of a stub, not by the application\n\n` +
      'To let pages pass, add to the stub  match: { headers: { accept: not(/html/) } }',
  )
}

/** Warns of a file that the browser has loaded from the network although a stub would have answered. */
export function warnOfDownload(download: Download): void {
  console.warn(
    `The download GET ${download.url()} came from the network, past its stub: Playwright does not route a link with the attribute download`,
  )
}

function lineOf(request: Request): string {
  return `${request.method()} ${request.url()}`
}
