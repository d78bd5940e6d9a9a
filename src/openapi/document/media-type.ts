import type { Data, Part } from './document.ts'

/** The media types of a request body or a response, in the order of the document. */
export type MediaTypes = readonly (readonly [type: string, media: Part<Data>])[]

/** Returns a content type without its parameters, in lower case. */
function essenceOf(type: string): string {
  return type.replace(/;.*/s, '').trim().toLowerCase()
}

/** Returns the documented media type of a content type: itself, then its range (`text/*`), then the range of all types. */
export function mediaOf(content: MediaTypes, type: string): MediaTypes[number] | undefined {
  const essence = essenceOf(type)
  const wanted = [essence, essence.replace(/\/.*/, '/*'), '*/*', '*']
  return wanted.flatMap((one) => content.filter(([documented]) => essenceOf(documented) === one))[0]
}

/** Whether a content type is JSON, or a range that contains JSON. */
export function isJson(type: string): boolean {
  return /[/+]json$/.test(essenceOf(type))
}

export function isText(type: string): boolean {
  return essenceOf(type).startsWith('text/')
}
