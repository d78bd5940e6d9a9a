import { createElement as h, type ReactNode } from 'react'
import { styled } from 'storybook/theming'
import type { Details, Part, Row } from '../channel/messages.ts'
import { BodyText } from './body-text.ts'
import { MissReport, Report } from './miss-report.ts'

const Box = styled.div(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  padding: '4px 15px 15px 30px',
  fontSize: theme.typography.size.s1,
  lineHeight: '18px',
}))

const Parts = styled.div({
  display: 'grid',
  gap: 15,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
})

const Heading = styled.h3(({ theme }) => ({
  margin: '0 0 4px',
  fontSize: theme.typography.size.s1,
  fontWeight: theme.typography.weight.bold,
}))

const Headers = styled.dl(({ theme }) => ({
  margin: 0,
  fontFamily: theme.typography.fonts.mono,
  '> div': { overflowWrap: 'anywhere' },
  dt: { display: 'inline', color: theme.textMutedColor },
  dd: { display: 'inline', margin: '0 0 0 8px' },
}))

const Url = styled.div(({ theme }) => ({ fontFamily: theme.typography.fonts.mono, overflowWrap: 'anywhere' }))

interface Props {
  readonly id: string
  readonly row: Row
  readonly details: Details | undefined
}

/** The unfolded part of a row: the report of a miss, or what was thrown; the URL, headers and bodies. */
export function CallDetails({ id, row: { result }, details }: Props): ReactNode {
  return h(
    Box,
    { id },
    result.kind === 'miss' && h(MissReport, { report: result.report, answer: result.answer }),
    result.kind === 'failed' && h(Report, {}, result.message),
    details && h(Url, {}, details.url),
    details &&
      h(
        Parts,
        {},
        h(PartDetails, { title: 'Request', part: details.request }),
        details.response && h(PartDetails, { title: 'Response', part: details.response }),
      ),
    details && details.messages.length > 0 && h(Messages, { messages: details.messages }),
  )
}

/** What both ends of a WebSocket have sent so far. */
function Messages({ messages }: Pick<Details, 'messages'>): ReactNode {
  return h(
    'div',
    { role: 'group', 'aria-label': 'Messages' },
    h(Heading, {}, 'Messages'),
    h(
      Headers,
      {},
      messages.map(({ from, text, isBase64 }, index) =>
        h('div', { key: index }, h('dt', {}, from), h('dd', {}, isBase64 ? `base64 ${text}` : text)),
      ),
    ),
  )
}

function PartDetails({ title, part: { headers, body } }: { readonly title: string; readonly part: Part }): ReactNode {
  return h(
    'div',
    // No landmark: several rows may be unfolded.
    { role: 'group', 'aria-label': title },
    h(Heading, {}, title),
    h(
      Headers,
      {},
      headers.map(([name, value], index) =>
        // A name may be repeated, as `set-cookie` is.
        h('div', { key: `${index} ${name}` }, h('dt', {}, name), h('dd', {}, value)),
      ),
    ),
    body ? h(BodyText, { body }) : headers.length === 0 && 'No headers and no body',
  )
}
