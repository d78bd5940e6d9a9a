import { createElement as h, type ReactNode, useEffect, useState } from 'react'
import { Button, createCopyToClipboardFunction } from 'storybook/internal/components'
import { styled } from 'storybook/theming'

export const Report = styled.pre(({ theme }) => ({
  margin: 0,
  padding: '2px 0 2px 12px',
  borderLeft: `3px solid ${theme.color.negative}`,
  fontFamily: theme.typography.fonts.mono,
  fontSize: theme.typography.size.s1,
  lineHeight: '18px',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}))

const Line = styled.div({ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' })

const Code = styled.code(({ theme }) => ({ fontFamily: theme.typography.fonts.mono, overflowWrap: 'anywhere' }))

const copy = createCopyToClipboardFunction()

/** Milliseconds for which the button says that it has copied. */
const SAID = 2000

interface Props {
  readonly report: string
  readonly answer: string | undefined
}

/** The report on a miss, and the line that would answer it with a button that copies it. */
export function MissReport({ report, answer }: Props): ReactNode {
  return [h(Report, { key: 'report' }, report), answer !== undefined && h(AnswerLine, { key: 'answer', answer })]
}

function AnswerLine({ answer }: { readonly answer: string }): ReactNode {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SAID)
    return () => clearTimeout(timer)
  }, [isCopied])
  return h(
    Line,
    {},
    h('span', {}, 'To answer it:'),
    h(Code, {}, answer),
    h(
      Button,
      {
        size: 'small',
        variant: 'outline',
        ariaLabel: isCopied ? 'Copied' : 'Copy the line that answers it',
        onClick: () => void copy(answer).then(() => setCopied(true)),
      },
      h('span', { 'aria-live': 'polite' }, isCopied ? 'Copied' : 'Copy'),
    ),
  )
}
