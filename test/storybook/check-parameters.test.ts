import { describe, expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { parseParameters, parseVariant } from '../../src/storybook/check-parameters.ts'

function refusalOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('it was not refused')
}

describe('parameters.mynah', () => {
  test.each([
    [undefined],
    [{}],
    [{ routes: [], variants: {}, verify: false }],
    [{ variants: { 'Out_of order-2': [] } }],
    [{ routes: undefined, variants: undefined, verify: undefined }],
  ])('%j is taken', (given) => {
    expect(parseParameters(given)).toEqual(given ?? {})
  })

  test.each([
    [[], 'parameters.mynah: it takes an object of routes, variants and verify, got []'],
    [
      { rutes: [1] },
      "parameters.mynah: 'rutes' is not a parameter; use routes, variants or verify\n\nWrite  parameters: { mynah: { routes: [1] } }",
    ],
    [
      { handlers: [rest.get('/users', [])] },
      "parameters.mynah: 'handlers' is not a parameter; use routes, variants or verify\n\nWrite  parameters: { mynah: { routes: … } }",
    ],
    [{ colour: 'red' }, "parameters.mynah: 'colour' is not a parameter; use routes, variants or verify"],
    [{ variants: [] }, 'parameters.mynah.variants: it takes an object of names and routes, got []'],
    [
      { variants: { '50% off': [] } },
      "parameters.mynah.variants: a URL of Storybook cannot hold the name '50% off'; use letters, digits, spaces, _ and -\n\nWrite  parameters: { mynah: { variants: { '50- off': [] } } }",
    ],
    [
      { variants: { é: [] } },
      "parameters.mynah.variants: a URL of Storybook cannot hold the name 'é'; use letters, digits, spaces, _ and -",
    ],
    [{ verify: 'no' }, "parameters.mynah.verify: it takes true or false, got 'no'"],
  ])('%j is refused', (given, message) => {
    expect(refusalOf(() => parseParameters(given))).toBe(message)
  })
})

describe('the global mynah', () => {
  test.each([
    [undefined, undefined],
    [{}, undefined],
    [{ variant: undefined }, undefined],
    [{ variant: null }, undefined],
    [{ variant: 'broken' }, 'broken'],
    [{ variant: 404 }, '404'],
  ])('%j chooses %j', (given, variant) => {
    expect(parseVariant(given)).toBe(variant)
  })

  test.each([
    [
      'broken',
      "globals.mynah: it takes { variant: 'name' }, got 'broken'\n\nWrite  globals: { mynah: { variant: 'broken' } }",
    ],
    [null, "globals.mynah: it takes { variant: 'name' }, got null"],
    [{ variants: 'broken' }, "globals.mynah: 'variants' is not a key of it; use variant"],
  ])('%j is refused', (given, message) => {
    expect(refusalOf(() => parseVariant(given))).toBe(message)
  })
})
