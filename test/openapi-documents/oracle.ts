import Ajv2020 from 'ajv/dist/2020.js'
import AjvDraft04 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { getOrAdd } from '../../src/core/get-or-add.ts'
import { repeatOnce } from '../../src/openapi/schema/mend-pattern.ts'

/** The formats that both check. */
const FORMATS = [
  'date',
  'time',
  'date-time',
  'duration',
  'uri',
  'uri-reference',
  'uri-template',
  'url',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'regex',
  'uuid',
  'json-pointer',
  'json-pointer-uri-fragment',
  'relative-json-pointer',
] as const

type Json = Record<string, unknown>

/** The verdicts of ajv on a document's examples. */
export interface Oracle {
  /** The verdict on a value; `undefined` if ajv cannot read the schema at this place. */
  verdict(at: string, value: unknown): { readonly valid: boolean; readonly reason: string } | undefined
}

/** Prepares ajv for a document, whose places its schemas refer to. */
export function createOracle(document: object, version: '3.0' | '3.1'): Oracle {
  const options = {
    strict: false,
    validateSchema: false,
    validateFormats: true,
    unicodeRegExp: false,
    logger: false,
    addUsedSchema: false,
    inlineRefs: false,
    verbose: true,
  } as const
  const Ajv = (version === '3.0' ? AjvDraft04 : Ajv2020) as unknown as typeof Ajv2020
  const ajv = new Ajv(options)
  ;(addFormats as unknown as typeof addFormats.default)(ajv, [...FORMATS])
  ajv.addSchema(prepared(document, version) as Json, 'document')
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
  return {
    verdict(at, value) {
      try {
        const validate = getOrAdd(compiled, at, () => ajv.compile({ $ref: `document${at}` }))
        const valid = validate(value) as boolean
        const errors = validate.errors ?? []
        const isPicked = errors.some((one) => one.keyword === 'oneOf' && one.parentSchema?.discriminator !== undefined)
        const [error] = errors
        const isNull = error !== undefined && valueAt(value, error.instancePath) === null
        const keyword = error?.keyword === 'format' ? `format ${error.params.format}` : error?.keyword
        // Alternatives around those of a discriminator fail as well, each for a reason of its own.
        const kind = isPicked ? 'oneOf with a discriminator' : `${keyword}${isNull ? ' of null' : ''}`
        return { valid, reason: `${kind} at ${error?.schemaPath}` }
      } catch {
        return undefined
      }
    },
  }
}

/** Returns the part of a value that an error of ajv is about. */
function valueAt(value: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1)
  return keys
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((inner, key) => (inner as Json | undefined)?.[key], value)
}

/** Objects that are not schemas and may have a text as their `id`, which ajv would take for the id of a schema. */
const NO_SCHEMA = ['id', '$id', '$schema', 'example', 'examples', 'default']

/** Their keys are names: one may be called `default`. */
const MAPS = ['properties', 'responses']

/** The document for ajv: without those objects, and in 3.0 without the keys beside a reference. */
function prepared(value: unknown, version: '3.0' | '3.1', isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => prepared(item, version))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as Json
  if (version === '3.0' && typeof $ref === 'string' && !isMap) return { $ref }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isMap || !NO_SCHEMA.includes(key))
      // ajv refuses to read it. In OpenAPI 3.0 it has no meaning of its own.
      .filter(([key]) => isMap || key !== 'nullable' || 'type' in value)
      .map(([key, inner]) => [
        key,
        key === 'enum'
          ? inner
          : key === 'pattern' && typeof inner === 'string'
            ? repeatOnce(inner)
            : prepared(inner, version, !isMap && MAPS.includes(key)),
      ]),
  )
}
