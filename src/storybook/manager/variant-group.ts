import { Fragment, createElement as h, type ReactNode } from 'react'
import { styled } from 'storybook/theming'
import type { Story } from '../channel/messages.ts'
import { ChoiceGroup } from './choice-group.ts'

/** How the panel changes the variant. */
export interface Variants {
  /** Whether the story itself says which variant it shows. */
  readonly areFixed: boolean
  /** `undefined` for none. */
  choose(variant: string | undefined): void
}

const Note = styled.p(({ theme }) => ({
  margin: 0,
  fontSize: theme.typography.size.s1,
  color: theme.textMutedColor,
}))

/** The variants of a story. */
export function VariantGroup({ story, variants }: { readonly story: Story; readonly variants: Variants }): ReactNode {
  const { variant, variants: names } = story
  const isLacking = variant !== undefined && !names.includes(variant)
  return h(
    Fragment,
    {},
    names.length > 0 &&
      h(ChoiceGroup, {
        name: 'variant',
        legend: 'Variant',
        options: [{ value: '', label: 'None' }, ...names.map((name) => ({ value: name, label: name }))],
        chosen: isLacking ? '' : (variant ?? ''),
        disabled: variants.areFixed,
        onChoose: (name) => variants.choose(name === '' ? undefined : name),
      }),
    isLacking && h(Note, {}, `This story has no variant “${variant}”. Its routes answer as declared.`),
    variants.areFixed && names.length > 0 && h(Note, {}, 'The globals of this story choose the variant.'),
  )
}
