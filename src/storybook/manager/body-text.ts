import { createElement as h, type ReactNode } from 'react'
import { SyntaxHighlighter } from 'storybook/internal/components'
import { styled } from 'storybook/theming'
import type { Body } from '../channel/messages.ts'

const Note = styled.p(({ theme }) => ({ margin: '8px 0 0', color: theme.textMutedColor }))

const Frame = styled.div({ marginTop: 8 })

/** A body: JSON in lines of its own, anything else as it was sent. */
export function BodyText({ body }: { readonly body: Body }): ReactNode {
  const { text, length, isBase64 } = body
  if (text === undefined) return h(Note, {}, 'The body is not known: it came from a stream, or from the network.')
  const { language, shown } = format(body)
  const isCut = text.length < length
  return h(
    Frame,
    {},
    h(SyntaxHighlighter, {
      language,
      copyable: true,
      bordered: true,
      padded: true,
      wrapLongLines: true,
      children: shown,
    }),
    isBase64 && h(Note, {}, 'Bytes, in base64.'),
    isCut && h(Note, {}, `The first ${count(text.length)} of ${count(length)} characters.`),
  )
}

function count(characters: number): string {
  return characters.toLocaleString('en')
}

function format({ text = '', type }: Body): { readonly language: 'json' | 'text'; readonly shown: string } {
  try {
    const isJson = /json/i.test(type) || /^\s*[[{]/.test(text)
    if (isJson) return { language: 'json', shown: JSON.stringify(JSON.parse(text), null, 2) }
  } catch {
    // It was cut, or never was JSON.
  }
  return { language: 'text', shown: text }
}
