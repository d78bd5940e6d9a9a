import { createElement as h, type ReactNode } from 'react'
import { styled } from 'storybook/theming'

/** One of the values that can be chosen. The first one of a group stands for what is declared. */
export interface Option {
  readonly value: string
  readonly label: string
}

interface Props {
  /** The text beside the group, which a screen reader says too. */
  readonly legend: ReactNode
  /** Differs from group to group of the page. */
  readonly name: string
  readonly options: readonly Option[]
  readonly chosen: string
  readonly disabled?: boolean
  onChoose(value: string): void
}

const Group = styled.fieldset({
  border: 0,
  margin: 0,
  padding: 0,
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '4px 12px',
  alignItems: 'baseline',
  '@container (min-width: 740px)': { gridTemplateColumns: '220px minmax(0, 1fr)' },
})

/** A `legend` cannot be a cell of the grid around it. It is read, and its text is shown beside. */
const Legend = styled.div(({ theme }) => ({
  fontFamily: theme.typography.fonts.mono,
  fontSize: theme.typography.size.s1,
  overflowWrap: 'anywhere',
}))

const Options = styled.div({ display: 'flex', flexWrap: 'wrap', gap: 2 })

const Pill = styled.label(({ theme }) => ({
  position: 'relative',
  padding: '3px 7px',
  borderRadius: theme.appBorderRadius,
  fontSize: theme.typography.size.s1,
  lineHeight: '16px',
  color: theme.textMutedColor,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  input: { position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'inherit' },
  '&:hover': { color: theme.color.defaultText, background: theme.background.hoverable },
  // The selected colour of a tab has too little contrast to this background.
  '&:has(:checked)': {
    color: theme.color.defaultText,
    background: theme.background.hoverable,
    boxShadow: `inset 0 0 0 1px ${theme.barSelectedColor}`,
    fontWeight: 700,
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.color.secondary}` },
  '&:has(:disabled)': { cursor: 'not-allowed', opacity: 0.6 },
}))

/** Values of which one is chosen by one click: radio buttons, which the arrow keys move through. */
export function ChoiceGroup({ legend, name, options, chosen, disabled = false, onChoose }: Props): ReactNode {
  const id = `mynah-${name.replace(/[^\w-]/g, '-')}`
  return h(
    Group,
    { role: 'radiogroup', 'aria-labelledby': id, disabled },
    h(Legend, { id }, legend),
    h(
      Options,
      {},
      options.map(({ value, label }) =>
        h(
          Pill,
          { key: value },
          h('input', {
            type: 'radio',
            name: id,
            value,
            checked: value === chosen,
            onChange: () => onChoose(value),
          }),
          label,
        ),
      ),
    ),
  )
}
