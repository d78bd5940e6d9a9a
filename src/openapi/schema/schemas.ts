import { type Schema, validate } from '@cfworker/json-schema'
import { type ApiDocument, isData, type Part, pointer, refuseDocument } from '../document/document.ts'
import { compileSchema } from './compile-schema.ts'
import { Translation } from './translate.ts'

/** The draft of JSON Schema that schemas are translated to, whatever the document uses. */
const DRAFT = '2020-12'

/** The direction of a value: a property that only one side sends is not required of the other side. */
export type Direction = 'request' | 'response'

/** A compiled schema. */
export interface CompiledSchema {
  readonly root: Schema | boolean
  /** The schemas that the references lead to. */
  readonly lookup: Readonly<Record<string, Schema | boolean>>
  isValid(value: unknown): boolean
  /** Returns the validator's errors for a value. */
  errorsOf(value: unknown): ReturnType<typeof validate>['errors']
}

/** The schemas of a document. A schema is translated when it is first needed, with all that it reaches. */
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
   * @throws {MynahError} `OPENAPI`, if the schema, or one that it reaches, cannot be read.
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

  /** Returns the schema of a part, if the part has one. */
  schemaOf(part: Part, direction: Direction): CompiledSchema | undefined {
    if (!isData(part.value) || part.value.schema === undefined) return undefined
    return this.compile({ value: part.value.schema, at: pointer(part.at, 'schema') }, direction)
  }

  #compiled(root: Schema | boolean, lookup: Record<string, Schema | boolean>, at: string): CompiledSchema {
    /** Runs a check; a schema may lead back to itself. */
    const guard = <Result>(check: () => Result): Result => {
      try {
        return check()
      } catch (error) {
        if (error instanceof RangeError) refuseDocument('the schema leads back to itself without an end', at)
        throw error
      }
    }
    const isValid = compileSchema(root, lookup, (value, schema) => validate(value, schema, DRAFT, lookup, true).valid)
    return {
      root,
      lookup,
      isValid: (value) => guard(() => isValid(value)),
      errorsOf: (value) => guard(() => validate(value, root, DRAFT, lookup, false).errors),
    }
  }
}
