import { ChevronSmallDownIcon, ChevronSmallRightIcon } from '@storybook/icons'
import { createElement as h, memo, type ReactNode } from 'react'
import { styled } from 'storybook/theming'
import type { Details, Row, RowStub } from '../channel/messages.ts'
import { CallDetails } from './call-details.ts'
import type { PanelStore } from './panel-store.ts'
import { ResultBadge } from './result-badge.ts'

const Item = styled.li(({ theme }) => ({ borderBottom: `1px solid ${theme.appBorderColor}` }))

/** In a narrow panel, the stub stands in a second line. */
const Summary = styled.button(({ theme }) => ({
  all: 'unset',
  boxSizing: 'border-box',
  width: '100%',
  display: 'grid',
  gridTemplateColumns: '14px auto auto minmax(0, 1fr) auto',
  gap: '2px 8px',
  alignItems: 'center',
  padding: '8px 15px 8px 8px',
  cursor: 'pointer',
  fontSize: theme.typography.size.s1,
  lineHeight: '18px',
  // On the background of Storybook's own hovered rows, the badge of a miss has too little contrast.
  '&:hover': { background: theme.background.app },
  '&:focus-visible': { outline: `2px solid ${theme.color.secondary}`, outlineOffset: -2 },
  '@container (min-width: 640px)': { gridTemplateColumns: '14px 52px 100px minmax(0, 5fr) minmax(0, 4fr) 64px' },
}))

const Mono = styled.span(({ theme }) => ({ fontFamily: theme.typography.fonts.mono }))

const Method = styled(Mono)(({ theme }) => ({ fontWeight: theme.typography.weight.bold }))

const Cut = styled(Mono)({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })

const Stub = styled.span(({ theme }) => ({
  display: 'flex',
  gap: 12,
  color: theme.textMutedColor,
  gridColumn: '2 / -1',
  gridRow: 2,
  '@container (min-width: 640px)': { gridColumn: 5, gridRow: 1 },
}))

/** A long place is shortened, so that the start of the stub's call stays visible. */
const Place = styled(Cut)({ flex: '0 0 auto', maxWidth: '60%' })

const Duration = styled.span(({ theme }) => ({
  color: theme.textMutedColor,
  textAlign: 'right',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '@container (min-width: 640px)': { gridColumn: 6, gridRow: 1 },
}))

interface Props {
  readonly row: Row
  readonly isUnfolded: boolean
  readonly details: Details | undefined
  readonly toggle: PanelStore['toggle']
}

/** One call, and its details when it is unfolded. */
export const CallRow: (props: Props) => ReactNode = memo(({ row, isUnfolded, details, toggle }: Props) => {
  const { id, method, url, duration, result, stub } = row
  const detailsId = `mynah-call-${id}`
  return h(
    Item,
    {},
    h(
      Summary,
      {
        type: 'button',
        'aria-expanded': isUnfolded,
        'aria-controls': isUnfolded ? detailsId : undefined,
        onClick: () => toggle(id),
      },
      h(isUnfolded ? ChevronSmallDownIcon : ChevronSmallRightIcon, { 'aria-hidden': true }),
      h(Method, {}, method),
      h('span', {}, h(ResultBadge, { result })),
      h(Cut, { title: url }, shortUrl(url)),
      h(Duration, {}, result.kind === 'pending' ? '' : wordDuration(duration)),
      stub && h(StubText, { stub }),
    ),
    isUnfolded && h(CallDetails, { id: detailsId, row, details }),
  )
}) as never

/** Returns a URL without the origin of Storybook itself. */
function shortUrl(url: string): string {
  const { origin } = globalThis.location
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

function StubText({ stub: { call, place, choice } }: { readonly stub: RowStub }): ReactNode {
  if (choice !== undefined) return h(Stub, {}, h(Cut, {}, `chosen here: ${choice}`))
  return h(Stub, { title: `${call}  ${place ?? ''}`.trimEnd() }, h(Cut, {}, call), place && h(Place, {}, place))
}

function wordDuration(ms: number): string {
  return ms < 1000 ? `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`
}
