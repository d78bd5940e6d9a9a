import { createElement as h, type ReactNode } from 'react'
import { Button } from 'storybook/internal/components'
import { styled } from 'storybook/theming'
import { CHOICES, type Choice } from '../channel/messages.ts'
import { ChoiceGroup, type Option } from './choice-group.ts'
import type { PanelState, PanelStore } from './panel-store.ts'
import { VariantGroup, type Variants } from './variant-group.ts'

const Section = styled.section(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  padding: '10px 15px',
  borderBottom: `1px solid ${theme.appBorderColor}`,
}))

/** Many routes scroll by themselves, so that the calls stay in sight. */
const Routes = styled.div({ display: 'flex', flexDirection: 'column', gap: 4, maxHeight: 116, overflowY: 'auto' })

const LABELS: Readonly<Record<Choice, string>> = {
  '404': '404',
  '500': '500',
  'network error': 'Network error',
  'no answer': 'No answer',
  'delay 300 ms': '+300 ms',
  'delay 1,000 ms': '+1 s',
  'delay 3,000 ms': '+3 s',
}

const ANSWERS: readonly Option[] = [
  { value: '', label: 'As declared' },
  ...CHOICES.map((value) => ({ value, label: LABELS[value] })),
]

interface Props {
  readonly state: PanelState
  readonly store: PanelStore
  readonly variants: Variants
}

/** The variants of the story, and the answers of its routes. */
export function Answers({ state, store, variants }: Props): ReactNode {
  const { choices, story } = state
  // Those of other stories that have a choice are shown, so that it can be taken back.
  const routes = [...new Set([...state.routes, ...Object.keys(choices)])]
  if (routes.length === 0 && !story?.variants.length && story?.variant === undefined) return null
  return h(
    Section,
    { 'aria-label': 'Answers' },
    story && h(VariantGroup, { story, variants }),
    routes.length > 0 &&
      h(
        Routes,
        {},
        routes.map((route) =>
          h(ChoiceGroup, {
            key: route,
            name: route,
            legend: route,
            options: ANSWERS,
            chosen: choices[route] ?? '',
            onChoose: (value) => store.choose(route, value === '' ? undefined : (value as Choice)),
          }),
        ),
      ),
    Object.keys(choices).length > 0 &&
      h(
        'div',
        {},
        h(Button, { size: 'small', variant: 'outline', onClick: store.clearChoices }, 'Answer all as declared'),
      ),
  )
}
