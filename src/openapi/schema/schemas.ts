import { type Schema, validate } from '@cfworker/json-schema'
import { getOrAdd } from '../../core/get-or-add.ts'
import { isObject } from '../../core/type-guards.ts'
import { type ApiDocument, isData, type Part, pointer, refuseDocument } from '../document/document.ts'
import { CheckedValue } from './checked-value.ts'
import { Translation } from './translate.ts'

/** The draft of JSON Schema that schemas are translated to, whatever the document uses. */
const DRAFT = '2020-12'

/** The direction of a value: a property that only one side sends is not required of the other side. */
type Direction = 'request' | 'response'

/** The schemas that references lead to, by their pointers. */
export type Lookup = Readonly<Record<string, Schema | boolean>>

/** A schema with the schemas that its references lead to. */
export interface LinkedSchema {
  readonly root: Schema | boolean | undefined
  readonly lookup: Lookup
}

/** A compiled schema. */
export interface CompiledSchema extends LinkedSchema {
  readonly root: Schema | boolean
  isValid(value: unknown): boolean
  /** Returns the validator's errors for a value. */
  errorsOf(value: unknown): ReturnType<typeof validate>['errors']
  /** Returns a part of the schema. */
  withRoot(root: Schema | boolean): CompiledSchema
}

/** The schemas of a document. A schema is translated when it is first needed, with all that it reaches. */
export class Schemas {
  readonly #checked = new CheckedValue()
  readonly #document: ApiDocument
  readonly #translations = new Map<Direction, Translation>()
  readonly #known = new Map<string, CompiledSchema>()

  constructor(document: ApiDocument) {
    this.#document = document
  }

  /**
   * Compiles a schema, once.
   * @throws {MynahError} `OPENAPI`, if the schema, or one that it reaches, cannot be read.
   */
  compile(part: Part, direction: Direction): CompiledSchema {
    return getOrAdd(this.#known, `${direction} ${part.at}`, () => {
      const excused = direction === 'request' ? 'readOnly' : 'writeOnly'
      const make = () => new Translation(this.#document, excused, this.#checked)
      const translation = getOrAdd(this.#translations, direction, make)
      this.#translations.delete(direction)
      const root = withinDepth('the schema is nested too deeply to be read', part.at, () => translation.translate(part))
      this.#translations.set(direction, translation)
      const { lookup } = translation
      return this.#compiled(root, lookup, part.at)
    })
  }

  #compiled(root: Schema | boolean, lookup: Lookup, at: string): CompiledSchema {
    const check = (value: unknown, isFirstEnough: boolean) => {
      this.#checked.prepare(value)
      const run = () => validate(value, root, DRAFT, lookup, isFirstEnough)
      return withinDepth(ENDLESS, at, () => orTooDeep(value, run))
    }
    return {
      root,
      lookup,
      isValid: (value) => check(value, true).valid,
      errorsOf: (value) => check(value, false).errors,
      withRoot: (inner) => this.#compiled(inner, lookup, at),
    }
  }

  /** Returns the schema of a part; a part without one may have any value. */
  schemaOf({ value, at }: Part, direction: Direction): CompiledSchema {
    const schema = isData(value) ? value.schema : undefined
    return this.compile({ value: schema ?? true, at: pointer(at, 'schema') }, direction)
  }
}

const ENDLESS = 'the schema is endlessly circular, or has too many levels or alternatives for the value'

/** A value of fewer levels is not what ends the stack. */
const DEEP = 200

/** Checks a value. A value that is too deep for the validator's stack is wrong itself, not its schema. */
function orTooDeep(value: unknown, run: () => ReturnType<typeof validate>): ReturnType<typeof validate> {
  try {
    return run()
  } catch (error) {
    const levels = error instanceof RangeError ? levelsOf(value) : 0
    if (levels <= DEEP) throw error
    const place = { instanceLocation: '#', keywordLocation: '#/levels' }
    return { valid: false, errors: [{ ...place, keyword: 'levels', error: `fewer levels than ${levels}` }] }
  }
}

function levelsOf(value: unknown): number {
  let level = [value]
  let count = 0
  for (; level.length > 0; count++) level = level.flatMap((one) => (isObject(one) ? Object.values(one) : []))
  return count
}

/** Runs a function of a schema, and refuses the schema if the stack ends. */
function withinDepth<Result>(problem: string, at: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError) refuseDocument(problem, at)
    throw error
  }
}
