/**
 * Nodes by the literal segments that lead to them. Most nodes have one literal behind them, which is kept without a `Map`: with ten
 * thousand routes, their maps would be a tenth of the heap.
 */
export class Literals<Node> {
  readonly #firstText: string
  readonly #first: Node
  #more: Map<string, Node> | undefined

  constructor(text: string, node: Node) {
    this.#firstText = text
    this.#first = node
  }

  get(text: string | undefined): Node | undefined {
    return text === this.#firstText ? this.#first : this.#more?.get(text as string)
  }

  add(text: string, node: Node): void {
    this.#more ??= new Map()
    this.#more.set(text, node)
  }

  /** In order of declaration. */
  *[Symbol.iterator](): Generator<readonly [string, Node]> {
    yield [this.#firstText, this.#first]
    if (this.#more) yield* this.#more
  }
}
