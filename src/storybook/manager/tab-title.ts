import { createElement as h, type ReactNode } from 'react'
import { Badge } from 'storybook/internal/components'
import { styled } from 'storybook/theming'
import { countCalls, wordCounts } from './count-calls.ts'
import { OnlyRead } from './only-read.ts'
import type { PanelStore } from './panel-store.ts'
import { usePanelState } from './use-panel-state.ts'

const Title = styled.div({ display: 'flex', alignItems: 'center', gap: 6 })

/** The title of the tab: it counts the calls, and the misses in red. */
export function TabTitle({ store }: { readonly store: PanelStore }): ReactNode {
  const counts = countCalls(usePanelState(store).rows)
  const { calls, misses } = counts
  return h(
    Title,
    { ...(calls > 0 && { title: wordCounts(counts) }) },
    h('span', {}, 'Requests'),
    calls > 0 && h(Badge, { compact: true, status: 'neutral' }, calls),
    misses > 0 && h(Badge, { compact: true, status: 'negative' }, misses, h(OnlyRead, {}, ' missed')),
  )
}
