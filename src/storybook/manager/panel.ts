import { createElement as h, type ReactNode } from 'react'
import { EmptyTabContent } from 'storybook/internal/components'
import { styled } from 'storybook/theming'
import { Answers } from './answers.ts'
import { CallRow } from './call-row.ts'
import { countCalls, wordCounts } from './count-calls.ts'
import { OnlyRead } from './only-read.ts'
import type { PanelStore } from './panel-store.ts'
import { usePanelState } from './use-panel-state.ts'
import type { Variants } from './variant-group.ts'

/** The rows and groups are laid out by the width of the panel: it may stand beside the story. */
const Container = styled.div(({ theme }) => ({
  containerType: 'inline-size',
  minHeight: '100%',
  fontSize: theme.typography.size.s1,
  color: theme.color.defaultText,
  background: theme.background.content,
}))

const List = styled.ol({ listStyle: 'none', margin: 0, padding: 0 })

interface Props {
  readonly store: PanelStore
  readonly variants: Variants
}

/** The panel Requests. */
export function Panel({ store, variants }: Props): ReactNode {
  const state = usePanelState(store)
  const { rows, unfolded, story } = state
  return h(
    Container,
    {},
    h(OnlyRead, { role: 'status' }, story ? wordCounts(countCalls(rows)) : ''),
    h(Answers, { state, store, variants }),
    rows.length === 0
      ? h(EmptyTabContent, {
          title: 'No requests yet',
          description: 'Each request of this story appears here, with the stub that answers it.',
        })
      : h(
          List,
          { role: 'list', 'aria-label': 'Calls' },
          rows.map((row) =>
            h(CallRow, {
              key: `${story?.mount} ${row.id}`,
              row,
              isUnfolded: unfolded.has(row.id),
              details: unfolded.get(row.id),
              toggle: store.toggle,
            }),
          ),
        ),
  )
}
