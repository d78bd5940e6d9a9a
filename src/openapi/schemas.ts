import { type Schema, validate } from '@cfworker/json-schema'
import { type ApiDocument, isData, type Part, pointer, refuseDocument } from './document.ts'
import { Translation } from './translate.ts'

/** Of the drafts, the one that schemas are translated to, whatever the document's own. */
const DRAFT = '2020-12'

/** Which way a value goes: what only one side sends is not asked of the other. */
export type Direction = 'request' | 'response'

/** A schema that a value can be checked against. */
export interface CompiledSchema {
  readonly root: Schema | boolean
  /** The schemas that its references lead to. */
  readonly lookup: Readonly<Record<string, Schema | boolean>>
  isValid(value: unknown): boolean
  /** All that is wrong with a value, as the validator tells it. */
  errorsOf(value: unknown): ReturnType<typeof validate>['errors']
}

/** The schemas of a document, translated for the validator when they are first asked for, with all that they reach. */
export class Schemas {
  readonly #translations: Readonly<Record<Direction, Translation>>
  readonly #known = new Map<string, CompiledSchema>()

  constructor(document: ApiDocument) {
    this.#translations = {
      request: new Translation(document, 'readOnly'),
      response: new Translation(document, 'writeOnly'),
    }
  }

  /**
   * Compiles a schema, once.
   * @throws {MynahError} `OPENAPI`, if it, or a schema that it reaches, cannot be read.
   */
  compile(part: Part, direction: Direction): CompiledSchema {
    const key = `${direction} ${part.at}`
    const known = this.#known.get(key)
    if (known) return known
    const translation = this.#translations[direction]
    const root = translation.translate(part)
    const compiled = this.#compiled(root, translation.lookup, part.at)
    this.#known.set(key, compiled)
    return compiled
  }

  /** The schema of a part that may have one. */
  schemaOf(part: Part, direction: Direction): CompiledSchema | undefined {
    if (!isData(part.value) || part.value.schema === undefined) return undefined
    return this.compile({ value: part.value.schema, at: pointer(part.at, 'schema') }, direction)
  }

  #compiled(root: Schema | boolean, lookup: Record<string, Schema | boolean>, at: string): CompiledSchema {
    const run = (value: unknown, isShort: boolean) => {
      try {
        return validate(value, root, DRAFT, lookup, isShort)
      } catch (error) {
        if (error instanceof RangeError) refuseDocument('the schema leads back to itself without an end', at)
        throw error
      }
    }
    return {
      root,
      lookup,
      isValid: (value) => run(value, true).valid,
      errorsOf: (value) => run(value, false).errors,
    }
  }
}
