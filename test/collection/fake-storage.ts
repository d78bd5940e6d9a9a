/** A storage of a page, without the page. */
export class FakeStorage {
  readonly #values = new Map<string, string>()

  get keys(): string[] {
    return [...this.#values.keys()]
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    this.#values.set(key, value)
  }

  removeItem(key: string): void {
    this.#values.delete(key)
  }
}
